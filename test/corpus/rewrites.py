"""Ways to write a function otherwise that do not change what it does.

Each takes a function of syntax.py and gives the places where it can be done: lists of edits (begin, end, new text).
What is moved has no effects, and two expressions that could end the program never change places.
"""

import re


def nothingElse(*nodes):
    return all(node.hasPlace and node.hasNoEffect() for node in nodes)


def canSwap(left, right):
    return nothingElse(left, right) and not (left.mayTrap() and right.mayTrap())


def block(function, node):
    """A statement in braces."""
    text = function.statement(node)
    return None if text is None else text if node.kind == "CompoundStmt" else "{ " + text + " }"


def renamedLocals(function):
    declared = {node.data["id"]: node for node in function.root.of("VarDecl", "ParmVarDecl")
                if node.data.get("name") and node.hasPlace and "offset" in node.data.get("loc", {}) and node.data.get("storageClass") != "extern"}
    for id, declaration in declared.items():
        name = declaration.data["name"]
        references = [node for node in function.root.of("DeclRefExpr") if node.variable() == id]
        new = f"{name}_other"
        if not function.isFree(new) or not references or not all(node.hasPlace and function.source(node) == name for node in references):
            continue
        places = {declaration.data["loc"]["offset"], *(node.begin for node in references)}
        if all(function.text.startswith(name, at) for at in places):
            yield [(at, at + len(name), new) for at in sorted(places)]


def swappedOperands(function):
    for node in function.of("BinaryOperator"):
        left, right = node.children
        if node.operator in ("+", "*", "&", "|", "^", "==", "!=") and canSwap(left, right) and left.written().hasPlace:
            if node.operator in ("==", "!=") or (left.isInteger and right.isInteger):
                yield [(node.begin, node.end, f"(({function.source(right)}) {node.operator} ({function.source(left)}))")]


def turnedComparison(function):
    turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    for node in function.of("BinaryOperator"):
        left, right = node.children
        if node.operator in turned and canSwap(left, right):
            yield [(node.begin, node.end, f"(({function.source(right)}) {turned[node.operator]} ({function.source(left)}))")]


def hasOnlyCondition(node):
    return not any(node.data.get(part) for part in ("hasInit", "hasVar", "isConstexpr"))


def turnedIf(function):
    for node in function.of("IfStmt"):
        if len(node.children) != 3 or not hasOnlyCondition(node) or not node.children[0].hasPlace:
            continue
        condition, first, second = node.children
        stop, one, other = function.stop(node), block(function, first), block(function, second)
        if stop and one and other:
            yield [(node.begin, stop, f"if (!({function.source(condition)})) {other} else {one}")]


def hasOwn(body, kind):
    """Whether a `continue` or `break` is about the loop or switch with this body."""
    inner = ("ForStmt", "WhileStmt", "DoStmt") + (("SwitchStmt",) if kind == "BreakStmt" else ())
    return body.kind == kind or (body.kind not in inner and any(hasOwn(child, kind) for child in body.children))


def forAsWhile(function):
    for node in function.of("ForStmt"):
        begin, variable, condition, step, body = node.children
        parts = [part for part in (begin, condition, step) if part.kind]
        text, stop = block(function, body), function.stop(node)
        if variable.kind or not stop or not text or not all(part.hasPlace for part in parts) or hasOwn(body, "ContinueStmt"):
            continue
        start = "" if not begin.kind else function.source(begin) + ("" if begin.kind == "DeclStmt" else ";")
        last = f"{function.source(step)};" if step.kind else ""
        yield [(node.begin, stop, f"{{ {start} while ({function.source(condition) if condition.kind else '1'}) {{ {text} {last} }} }}")]


def whileAsFor(function):
    for node in function.of("WhileStmt"):
        if len(node.children) == 2 and node.children[0].hasPlace and hasOnlyCondition(node):
            found = re.compile(r"while\s*\(").match(function.text, node.begin)
            text, stop = function.statement(node.children[1]), function.stop(node)
            if found and text and stop:
                yield [(node.begin, stop, f"for (; {function.source(node.children[0])}; ) {text}")]


def longerSteps(function):
    for node in function.of("UnaryOperator"):
        if node.operator in ("++", "--") and node.isAlone() and node.children[0].hasPlace and node.children[0].isScalar and node.type not in ("bool", "_Bool"):
            yield [(node.begin, node.end, f"{function.source(node.children[0])} {node.operator[0]}= 1")]


def longerAssignments(function):
    for node in function.of("CompoundAssignOperator"):
        left, right = node.children
        if left.kind == "DeclRefExpr" and left.isInteger and node.isAlone() and nothingElse(left, right):
            name = function.source(left)
            yield [(node.begin, node.end, f"{name} = {name} {node.operator[:-1]} ({function.source(right)})")]


def inBlock(node):
    return node.parent is not None and node.parent.kind == "CompoundStmt"


def only(declarations):
    """The variable that a declaration declares, if it is one of its own."""
    found = declarations.children
    if len(found) != 1 or found[0].kind != "VarDecl" or not found[0].hasPlace or found[0].data.get("storageClass") or found[0].data.get("tls"):
        return None
    return found[0]


def splitDeclarations(function):
    for node in function.of("DeclStmt"):
        variable = only(node)
        if variable is None or not inBlock(node) or variable.data.get("init") != "c" or not variable.isScalar:
            continue
        value, kind = variable.children[-1], variable.data["type"]["qualType"]
        if value.kind == "InitListExpr" or not value.hasPlace or re.search(r"\bconst$|^const [^*]*$|auto|&|\[", kind):
            continue
        name, begin = variable.data["name"], function.text[node.begin:value.begin]
        declared = re.sub(r"\s*=\s*$", "", begin)
        if declared != begin:
            yield [(node.begin, node.end, f"{declared}; {name} = {function.source(value)};")]


def namedValues(function):
    """`return e` and `x = e` through a constant of their own."""
    number = 0
    for node in function.of("ReturnStmt", "BinaryOperator"):
        if node.kind == "BinaryOperator" and (node.operator != "=" or not node.isAlone() or node.children[0].kind != "DeclRefExpr"):
            continue
        if not node.children or node.parent.kind == "ForStmt":
            continue
        value, stop = node.children[-1], function.stop(node)
        if not stop or not nothingElse(value) or not value.isScalar or value.bare().kind in ("DeclRefExpr", "IntegerLiteral", "StringLiteral", "InitListExpr"):
            continue
        name = f"value_{number}"
        number += 1
        if function.isFree(name):
            target = "return" if node.kind == "ReturnStmt" else f"{function.source(node.children[0])} ="
            yield [(node.begin, stop, f"{{ const __typeof__({function.source(value)}) {name} = {function.source(value)}; {target} {name}; }}")]


def otherOrder(function):
    for outer in function.of("CompoundStmt"):
        for first, second in zip(outer.children, outer.children[1:]):
            if first.kind != "DeclStmt" or second.kind != "DeclStmt" or not first.hasPlace or not second.hasPlace:
                continue
            one, other = only(first), only(second)
            if one is None or other is None or any("init" in variable.data and not nothingElse(variable.children[-1]) for variable in (one, other)):
                continue
            if one.mayTrap() and other.mayTrap() or any(node.variable() == one.data["id"] for node in other.all()):
                continue
            if re.search(rf"\b{re.escape(one.data['name'])}\b", function.source(second)):
                continue
            yield [(first.begin, first.end, function.source(second)), (second.begin, second.end, function.source(first))]


def otherConnection(function):
    """De Morgan, where nothing but the truth of it is looked at."""
    for node in function.of("BinaryOperator"):
        if node.operator in ("&&", "||") and all(child.hasPlace for child in node.children):
            other = "||" if node.operator == "&&" else "&&"
            left, right = (function.source(child) for child in node.children)
            yield [(node.begin, node.end, f"(!(!({left}) {other} !({right})))")]


def sameTypes(node):
    kinds = {child.written().type for child in node.children[1:]}
    return len(kinds) == 1 and kinds == {node.type}


def choiceAsIf(function):
    for node in function.of("ReturnStmt", "BinaryOperator"):
        if not node.children or (node.kind == "BinaryOperator" and (node.operator != "=" or not node.isAlone() or node.children[0].kind != "DeclRefExpr")):
            continue
        choice, stop = node.children[-1].bare(), function.stop(node)
        if choice.kind != "ConditionalOperator" or not stop or node.parent.kind == "ForStmt" or not sameTypes(choice) or not all(child.hasPlace for child in choice.children):
            continue
        condition, one, other = (function.source(child) for child in choice.children)
        target = "return" if node.kind == "ReturnStmt" else f"{function.source(node.children[0])} ="
        yield [(node.begin, stop, f"{{ if ({condition}) {target} {one}; else {target} {other}; }}")]


def elseBehindReturn(function):
    """`if (c) { ... return } rest` with the rest as `else`."""
    if any(True for _ in function.body.of("LabelStmt", "CaseStmt", "GCCAsmStmt")):
        return
    for outer in function.of("CompoundStmt"):
        for position, node in enumerate(outer.children[:-1]):
            if node.kind != "IfStmt" or len(node.children) != 2 or not node.hasPlace or not hasOnlyCondition(node):
                continue
            last = node.children[1].children[-1] if node.children[1].kind == "CompoundStmt" and node.children[1].children else node.children[1]
            rest, stop = outer.children[position + 1:], function.stop(node)
            if last.kind != "ReturnStmt" or not stop or not all(part.hasPlace for part in rest) or not function.stop(rest[-1]):
                continue
            yield [(stop, stop, " else {"), (function.stop(rest[-1]), function.stop(rest[-1]), " }")]


def switchAsIf(function):
    """A switch without ways from one case into the next."""
    for node in function.of("SwitchStmt"):
        value, body = node.children[0], node.children[-1]
        if len(node.children) != 2 or body.kind != "CompoundStmt" or not value.hasPlace or not function.isFree("chosen"):
            continue
        arms = []
        for statement in body.children:
            labels, isDefault = [], False
            while statement.kind in ("CaseStmt", "DefaultStmt"):
                isDefault |= statement.kind == "DefaultStmt"
                labels += [statement.children[0]] if statement.kind == "CaseStmt" and len(statement.children) == 2 else []
                if statement.kind == "CaseStmt" and len(statement.children) != 2:
                    labels.append(statement)  # a range: has no place of its own here
                statement = statement.children[-1]
            if labels or isDefault:
                arms.append((labels, isDefault, [statement]))
            elif arms:
                arms[-1][2].append(statement)
            else:
                break
        text = ifsOf(function, arms)
        if text:
            yield [(node.begin, node.end, f"{{ const __typeof__(+({function.source(value)})) chosen = {function.source(value)}; {text} }}")]


def ifsOf(function, arms):
    ifs, last = [], ""
    for position, (labels, isDefault, statements) in enumerate(arms):
        leaves = statements[-1].kind
        if leaves not in ("BreakStmt", "ReturnStmt") and position + 1 < len(arms):
            return None
        kept = statements[:-1] if leaves == "BreakStmt" else statements
        if any(hasOwn(statement, "BreakStmt") or next(statement.of("CaseStmt", "DefaultStmt", "LabelStmt"), None) for statement in kept):
            return None
        texts = [function.statement(statement) for statement in kept]
        if None in texts or not all(label.hasPlace and label.kind != "CaseStmt" for label in labels):
            return None
        if isDefault:
            last = " ".join(texts)
        else:
            ifs.append("if (" + " || ".join(f"chosen == ({function.source(label)})" for label in labels) + ") { " + " ".join(texts) + " }")
    if not ifs or any(node.kind == "DeclStmt" for _, _, statements in arms for node in statements):
        return None
    return " else ".join(ifs) + (f" else {{ {last} }}" if last else "")


def extractedHelper(function):
    """A part of an expression as a function of its own."""
    helper = f"part_of_{function.name}"
    if not function.isFree(helper):
        return
    for node in function.of("BinaryOperator", "ConditionalOperator"):
        if not nothingElse(node) or not node.isInteger or any(part.kind in ("StringLiteral", "UnaryExprOrTypeTraitExpr", "CXXThisExpr") for part in node.all()):
            continue
        used = {part.variable(): part for part in node.of("DeclRefExpr") if part.variable()}
        names = [part.data["referencedDecl"]["name"] for part in used.values()]
        kinds = [part.data["referencedDecl"]["type"]["qualType"] for part in used.values()]
        if not 1 <= len(used) <= 4 or len(set(names)) != len(names) or any(re.search(r"[\[(&]", kind) for kind in kinds):
            continue
        if any(part.kind == "UnaryOperator" and part.operator == "&" for part in node.all()):
            continue
        mayLeaveOut = any(part.kind == "ConditionalOperator" or part.operator in ("&&", "||") for part in node.all())
        if mayLeaveOut and any(part.data["referencedDecl"]["kind"] != "ParmVarDecl" for part in used.values()):
            continue  # it may have no value yet where it is not looked at
        parameters = ", ".join(f"{kind} {name}" for kind, name in zip(kinds, names))
        yield [(function.root.begin, function.root.begin, f"static {node.type} {helper}({parameters}) {{ return {function.source(node)}; }}\n"),
               (node.begin, node.end, f"{helper}({', '.join(names)})")]


def otherLayout(function):
    for node in function.of("CompoundStmt"):
        places = [child.begin for child in node.children if child.hasPlace and child.kind != "CaseStmt"]
        if places:
            yield [(at, at, "/* as before */\n\n  ") for at in places]


def moreParentheses(function):
    for node in function.of("ReturnStmt", "BinaryOperator", "IfStmt"):
        if node.kind == "BinaryOperator" and node.operator != "=" or not node.children:
            continue
        value = node.children[0 if node.kind == "IfStmt" else -1]
        if value.hasPlace and value.isExpression and value.kind not in ("InitListExpr", "StringLiteral") and (node.kind != "IfStmt" or hasOnlyCondition(node)):
            yield [(value.begin, value.begin, "(("), (value.end, value.end, "))")]


ALL = {
    "locals renamed": renamedLocals,
    "operands swapped": swappedOperands,
    "`a < b` as `b > a`": turnedComparison,
    "`if` turned round": turnedIf,
    "`for` as `while`": forAsWhile,
    "`while` as `for`": whileAsFor,
    "`i++` as `i += 1`": longerSteps,
    "`a += b` as `a = a + b`": longerAssignments,
    "declaration and first value apart": splitDeclarations,
    "a value named first": namedValues,
    "declarations in another order": otherOrder,
    "De Morgan": otherConnection,
    "`?:` as `if`": choiceAsIf,
    "`else` behind `return`": elseBehindReturn,
    "`switch` as `if`": switchAsIf,
    "a helper extracted": extractedHelper,
    "comments and blank lines": otherLayout,
    "parentheses": moreParentheses,
}
