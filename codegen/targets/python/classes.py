"""The only caller of datamodel-code-generator: canonical schema -> source of the classes."""

from __future__ import annotations

import ast
import json
import warnings
from pathlib import Path

from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.format import PythonVersion
from datamodel_code_generator.model import get_data_model_types
from datamodel_code_generator.model.msgspec import Struct
from datamodel_code_generator.parser import LiteralType
from datamodel_code_generator.parser.jsonschema import JsonSchemaParser

from codegen.targets.python.lower import ROOT, canonical_schema
from codegen.targets.python.plan import ModulePlan

# What decides whether hints are quoted. The module starts with `from __future__ import
# annotations`, but the parser prints no imports here and can't know; it leaves hints alone for a
# Python that defers annotations by itself and a kind of class that is content with that.
_DEFERRING = PythonVersion.PY_314


class _Struct(Struct):
    REQUIRES_EXPLICIT_DEFERRED_ANNOTATIONS_FOR_FORWARD_REFS = False


def print_classes(plan: ModulePlan, templates: Path, base: str) -> str:
    """The source of all classes of a module, without imports.

    `base` is the dotted name of the class that structs derive from. Raises `AssertionError`
    if the generator changed a name: names are decided in the plan and nowhere else.
    """
    kinds = get_data_model_types(DataModelType.MsgspecStruct, _DEFERRING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        parser = JsonSchemaParser(
            json.dumps(canonical_schema(plan)),
            data_model_type=_Struct,
            data_model_root_type=kinds.root_model,
            data_model_field_type=kinds.field_model,
            data_type_manager_type=kinds.data_type_manager,
            dump_resolve_reference_action=kinds.dump_resolve_reference_action,
            target_python_version=_DEFERRING,
            custom_template_dir=templates,
            class_name=ROOT,
            custom_class_name_generator=str,  # The plan's names as they are.
            base_class=base,
            field_extra_keys={"x-plan"},
            enum_field_as_literal=LiteralType.All,
            field_constraints=True,
            use_annotated=True,
            use_standard_collections=True,
            use_union_operator=True,
        )
        source = parser.parse(with_import=False, format_=False)
    assert isinstance(source, str)
    _check_names(plan, source)
    return source


def _check_names(plan: ModulePlan, source: str) -> None:
    body = ast.parse(source).body
    printed = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    other = [node for node in body if not isinstance(node, ast.ClassDef)]
    planned = {entry.name: {field.name for field in entry.fields} for entry in plan.classes}
    if printed.keys() != planned.keys() or other:
        changed = ", ".join(sorted(printed.keys() ^ planned)[:5]) or ast.unparse(other[0])
        raise AssertionError(f"datamodel-code-generator decided names of its own: {changed}")
    for name, fields in planned.items():
        if missing := fields - _attributes(printed[name]):
            raise AssertionError(f"datamodel-code-generator renamed {name}.{min(missing)}")


def _attributes(node: ast.ClassDef) -> set[str]:
    return {
        part.target.id
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }
