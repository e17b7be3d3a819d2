"""The only caller of datamodel-code-generator: canonical schema -> source of the classes."""

from __future__ import annotations

import ast
import json
import warnings
from pathlib import Path

from datamodel_code_generator import DataModelType, InputFileType, PythonVersion, generate

from codegen.targets.python.lower import ROOT, canonical_schema
from codegen.targets.python.plan import ModulePlan


def print_classes(
    plan: ModulePlan, templates: Path, imports: list[str], base: str, header: str
) -> str:
    """The source of all classes of a module, with the imports that the whole module needs.

    `imports` are dotted names to import besides those that the type hints need; `base` is the
    dotted name of the class that structs derive from; `header` is a comment line.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        source = generate(
            json.dumps(canonical_schema(plan)),
            input_file_type=InputFileType.JsonSchema,
            output=None,
            output_model_type=DataModelType.MsgspecStruct,
            target_python_version=PythonVersion.PY_311,
            custom_template_dir=templates,
            custom_file_header=header,
            formatters=[],
            disable_timestamp=True,
            class_name=ROOT,
            base_class=base,
            additional_imports=imports,
            field_extra_keys={"x-plan"},
            enum_field_as_literal="all",
            field_constraints=True,
            use_annotated=True,
            use_standard_collections=True,
            use_union_operator=True,
        )
    assert isinstance(source, str)
    _check_names(plan, source)
    return source


def _check_names(plan: ModulePlan, source: str) -> None:
    """The generator must have kept every name: names are decided in the plan and nowhere else."""
    body = ast.parse(source).body
    printed = {node.name for node in body if isinstance(node, ast.ClassDef)}
    printed |= {
        node.target.id
        for node in body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    planned = {entry.name for entry in plan.classes}
    if printed != planned:
        changed = ", ".join(sorted(printed ^ planned)[:5])
        raise AssertionError(f"datamodel-code-generator changed these names: {changed}")
