"""The rest of a module behind its classes: unions and other names, and what the runtime is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.model import Array, Map, Nullable, Ref, Role, Shape, Struct, Union
from codegen.targets.python.hints import hint
from codegen.targets.python.literals import docstring, text_literal
from codegen.targets.python.plan import AliasPlan, ModulePlan, UnionPlan


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name as type checkers see it; `quoted` where it refers to a name further down."""

    name: str
    static: str
    doc: str | None


@dataclass(frozen=True, slots=True)
class RuntimeRow:
    """The same name at run time: an expression, or `None` for a class of its own."""

    name: str
    expression: str | None


@dataclass(frozen=True, slots=True)
class BranchesRow:
    """What the runtime is told of a union."""

    name: str
    label: str
    tag: str | None
    tagged: tuple[tuple[str, str], ...]
    rest: tuple[str, ...]
    tag_hint: str | None


@dataclass(frozen=True, slots=True)
class Tail:
    """The rows of the template `unions.jinja2`."""

    names: tuple[NameRow, ...]
    runtime: tuple[RuntimeRow, ...]
    branches: tuple[BranchesRow, ...]
    definitions: tuple[tuple[str, str], ...]
    public: tuple[str, ...]


def tail(plan: ModulePlan) -> Tail:
    """The rows for a plan. Pure."""
    ordered, recursive = _aliases_in_order(plan)
    by_hand = [union for union in plan.unions if not union.in_c]
    in_c = [union for union in plan.unions if union.in_c]
    seen: set[str] = {entry.name for entry in plan.classes}
    names: list[NameRow] = []
    rows: list[AliasPlan | UnionPlan] = [*ordered, *recursive, *in_c, *by_hand]
    for row in rows:
        static = _static(row, plan)
        waiting = _mentions(row) - {name for name, python in plan.names.items() if python in seen}
        names.append(
            NameRow(
                row.name,
                f'"{static}"' if waiting else static,
                docstring(row.description) if row.description else None,
            )
        )
        seen.add(row.name)
    runtime = [RuntimeRow(union.name, None) for union in by_hand]
    runtime += [RuntimeRow(alias.name, None) for alias in recursive]
    runtime += [RuntimeRow(union.name, " | ".join(union.in_c)) for union in in_c]
    runtime += [RuntimeRow(alias.name, hint(alias.shape, plan.names)) for alias in ordered]
    branches = [_branches(union, plan) for union in plan.unions]
    branches += [
        BranchesRow(a.name, text_literal(a.name), None, (), (hint(a.shape, plan.names),), None)
        for a in recursive
    ]
    public = [*(entry.name for entry in plan.classes), *(row.name for row in names)]
    return Tail(
        names=tuple(names),
        runtime=tuple(runtime),
        branches=tuple(branches),
        definitions=tuple((text_literal(name), py) for name, py in plan.public().items()),
        public=tuple(text_literal(name) for name in sorted(public)),
    )


def _static(row: AliasPlan | UnionPlan, plan: ModulePlan) -> str:
    if isinstance(row, AliasPlan):
        return hint(row.shape, plan.names)
    members = dict.fromkeys(hint(variant.shape, plan.names) for variant in row.union.variants)
    return " | ".join(members)


def _branches(union: UnionPlan, plan: ModulePlan) -> BranchesRow:
    variants = union.union.variants
    tag_hint = hint(union.tag_shape.shape, plan.names) if union.tag_shape else None
    return BranchesRow(
        name=union.name,
        label=text_literal(union.union.name),
        tag=text_literal(union.union.tag) if union.union.tag else None,
        tagged=tuple(
            (text_literal(variant.tag), hint(variant.shape, plan.names))
            for variant in variants
            if variant.role is Role.TAGGED and variant.tag is not None
        ),
        rest=tuple(
            hint(variant.shape, plan.names)
            for variant in variants
            if variant.role is not Role.TAGGED
        ),
        tag_hint=tag_hint,
    )


def _mentions(row: AliasPlan | UnionPlan) -> set[str]:
    """The names of the model that a row's expression refers to."""
    if isinstance(row, AliasPlan):
        return set(_refs(row.shape))
    return {name for variant in row.union.variants for name in _refs(variant.shape)}


def _refs(shape: Shape) -> Iterator[str]:
    match shape:
        case Ref(name=name) | Struct(name=name) | Union(name=name):
            yield name
        case Array(items=inner) | Map(values=inner) | Nullable(inner=inner):
            yield from _refs(inner)
        case _:
            return


def _aliases_in_order(plan: ModulePlan) -> tuple[list[AliasPlan], list[AliasPlan]]:
    """Aliases so that each comes after those it refers to, and those that refer to themselves."""
    rows = {alias.name: alias for alias in plan.aliases}
    needs = {
        name: [plan.names[ref] for ref in _refs(row.shape) if plan.names[ref] in rows]
        for name, row in rows.items()
    }
    circular = [name for name in rows if _reaches(name, name, needs)]
    ordered: list[str] = []

    def visit(name: str) -> None:
        if name in ordered or name in circular:
            return
        for other in needs[name]:
            visit(other)
        ordered.append(name)

    for name in rows:
        visit(name)
    return [rows[name] for name in ordered], [rows[name] for name in circular]


def _reaches(start: str, goal: str, needs: dict[str, list[str]]) -> bool:
    seen: set[str] = set()
    stack = list(needs[start])
    while stack:
        name = stack.pop()
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            stack += needs[name]
    return False
