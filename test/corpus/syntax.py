"""The syntax tree of one function, as clang prints it, over the text of its file.

Offsets count bytes; text is latin-1, so that characters are bytes. What comes out of a macro has no place.
"""

import json
import re
import subprocess

EXPRESSIONS = ("Expr", "Operator", "Literal")
WITHOUT_EFFECT = {"DeclRefExpr", "IntegerLiteral", "CharacterLiteral", "FloatingLiteral", "ImplicitCastExpr", "CStyleCastExpr", "ParenExpr",
                  "MemberExpr", "ArraySubscriptExpr", "UnaryOperator", "BinaryOperator", "ConditionalOperator", "UnaryExprOrTypeTraitExpr",
                  "ConstantExpr", "CXXBoolLiteralExpr", "CXXNullPtrLiteralExpr", "CXXThisExpr", "StringLiteral"}
NUMBERS = re.compile(r"(?:const )?(?:unsigned |signed )?(?:char|short|int|long|long long|_Bool|bool|u?int\d+_t|s?size_t|unsigned|time_t|off_t|mode_t)$")
INTEGERS = {"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long", "long long",
            "unsigned long long", "_Bool", "bool"}


class Node:
    def __init__(self, data, parent=None):
        self.data, self.parent, self.kind = data, parent, data.get("kind", "")
        self.children = [Node(child, self) for child in data.get("inner", [])]
        bounds = data.get("range", {})
        begin, end = (bounds.get(side, {}) for side in ("begin", "end"))
        isHere = all("offset" in at and "includedFrom" not in at for at in (begin, end))
        self.begin, self.end = (begin["offset"], end["offset"] + end["tokLen"]) if isHere else (None, None)

    @property
    def hasPlace(self):
        return self.begin is not None and self.begin < self.end

    @property
    def operator(self):
        return self.data.get("opcode", "")

    @property
    def isExpression(self):
        return self.kind.endswith(EXPRESSIONS)

    @property
    def type(self):
        """Without names that the program gave it and without qualifiers of its own."""
        about = self.data.get("type", {})
        return re.sub(r"^(?:const|restrict) ", "", about.get("desugaredQualType", about.get("qualType", "")))

    @property
    def isInteger(self):
        return self.type in INTEGERS

    @property
    def isScalar(self):
        return self.type in INTEGERS or (self.type.endswith("*") and "(" not in self.type)

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def of(self, *kinds):
        return (node for node in self.all() if node.kind in kinds)

    def bare(self):
        """Without parentheses and conversions that nobody wrote."""
        node = self
        while node.kind in ("ImplicitCastExpr", "ParenExpr", "ConstantExpr", "FullExpr") and node.children:
            node = node.children[0]
        return node

    def written(self):
        """Without conversions that nobody wrote."""
        node = self
        while node.kind in ("ImplicitCastExpr", "ConstantExpr", "FullExpr") and node.children:
            node = node.children[0]
        return node

    def variable(self):
        """Of a reference to a variable: its id."""
        about = self.data.get("referencedDecl", {})
        return about.get("id") if about.get("kind") in ("VarDecl", "ParmVarDecl") else None

    def hasNoEffect(self):
        if any("volatile" in node.data.get("type", {}).get("qualType", "") or "_Atomic" in node.type for node in self.all()):
            return False
        return all(node.kind in WITHOUT_EFFECT and node.operator not in ("++", "--", ",", "=", "->*", ".*") for node in self.all())

    def mayTrap(self):
        """Whether it may end the program: two of these must stay in their order."""
        for node in self.all():
            if node.kind == "ArraySubscriptExpr" or (node.kind == "MemberExpr" and node.data.get("isArrow")):
                return True
            if node.kind == "UnaryOperator" and node.operator == "*" or node.kind == "BinaryOperator" and node.operator in ("/", "%"):
                return True
        return False

    def isAlone(self):
        """An expression that is a statement: its value is not looked at."""
        up = self.parent
        if up is None or not self.isExpression:
            return False
        if up.kind == "CompoundStmt":
            return True
        if up.kind in ("CaseStmt", "DefaultStmt", "LabelStmt"):
            return up.children[-1] is self
        if up.kind == "ForStmt":
            return self is up.children[3] or self is up.children[4]
        if up.kind == "IfStmt":
            return self in up.children[1:]
        return up.kind == "WhileStmt" and self is up.children[-1]


class Function:
    """A function with its file's text."""

    def __init__(self, root, text):
        self.root, self.text = root, text
        self.body = root.children[-1]
        self.name = root.data["name"]
        self.symbol = root.data.get("mangledName", self.name)

    def of(self, *kinds):
        """In the body, and not out of a macro."""
        return (node for node in self.body.of(*kinds) if node.hasPlace)

    def source(self, node):
        return self.text[node.begin:node.end]

    def stop(self, statement):
        """Behind the statement, with its semicolon."""
        last = statement
        while last.kind in ("IfStmt", "ForStmt", "WhileStmt", "LabelStmt", "CaseStmt", "DefaultStmt") and last.children:
            last = last.children[-1]
        if last.kind in ("CompoundStmt", "DeclStmt", "NullStmt", "SwitchStmt"):
            return statement.end
        found = re.compile(r"\s*;").match(self.text, statement.end)
        return found.end() if found else None

    def statement(self, node):
        """The text of a statement, or nothing where it is not written as one."""
        return self.text[node.begin:self.stop(node)] if node.hasPlace and self.stop(node) else None

    def isFree(self, name):
        return not re.search(rf"\b{re.escape(name)}\b", self.text)


def function(command, folder, text, name):
    """The definition of that name in the file that the command compiles; nothing where that is not the way it is written."""
    done = subprocess.run([*command, "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", "-Xclang", f"-ast-dump-filter={name}"],
                          cwd=folder, capture_output=True, text=True, errors="replace", timeout=300)
    decoder, at = json.JSONDecoder(), done.stdout.find("{")
    while at >= 0:
        try:
            data, at = decoder.raw_decode(done.stdout, at)
        except ValueError:
            return None
        at = done.stdout.find("{", at)
        if data.get("kind") not in ("FunctionDecl", "CXXMethodDecl") or data.get("name") != name:
            continue
        place = data.get("loc", {})
        root = Node(data)
        isHere = "offset" in place and "includedFrom" not in place and text[place["offset"]:].startswith(name)
        if isHere and root.hasPlace and root.children and root.children[-1].kind == "CompoundStmt":
            return Function(root, text)
    return None
