"""Modules in, the plain script of saved copies out."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from generator.theme.saved_copy import UnknownFormError, as_script, scripts_in_one

MODULES = {
    "a/begin.mjs": 'import { one, two as second } from "../b/given.mjs";\nimport * as words from "./words.mjs";\nimport "./effect.mjs";\n'
    'import("./later.mjs").then(({ said }) => console.log(one, second(), words.hello, new words.Box().value, said, import.meta.url));\n',
    "a/words.mjs": 'export const hello = "hello";\nexport class Box {\n  value = 7;\n}\n',
    "a/effect.mjs": 'console.log("effect");\n',
    "a/later.mjs": 'export const said = "later";\n',
    "b/given.mjs": "export const one = 1;\nexport function two() {\n  return 2;\n}\nexport async function* three() {}\n",
}
#: What shell/saved_copy.js gives, as far as one thread needs it.
RUNTIME = """
const parts = new Map(), made = new Map();
const need = (name) => {
  if (!made.has(name)) {
    made.set(name, {});
    parts.get(name)(need, made.get(name), `file:///${name}`, globalThis);
  }
  return made.get(name);
};
const savedCopy = { part: (name, make) => parts.set(name, make), begin: need };
"""


def test_modules_work_together_in_one_plain_script(tmp_path: Path) -> None:
    """Named, renamed, whole, bare and late imports; constants, classes and functions given; the address of a module."""
    path, script = scripts_in_one(MODULES, "a/begin.mjs")
    assert path == "saved/scripts.js"
    (tmp_path / "run.cjs").write_text(RUNTIME + script.decode(), "utf-8")
    node = shutil.which("node")
    assert node, "node is needed; `make test-tools` installs it or says how"
    ran = subprocess.run([node, str(tmp_path / "run.cjs")], capture_output=True, text=True, check=True)
    assert ran.stdout == "effect\n1 2 hello 7 later file:///a/begin.mjs\n"


@pytest.mark.parametrize(
    "line",
    [
        'export { a } from "./b.mjs";',
        "export default 1;",
        'import a from "./b.mjs";',
        "export let a = 1;",
        "const here = import.meta.dirname;",
    ],
)
def test_a_form_that_is_not_known_is_said_and_not_left_out(line: str) -> None:
    """Else a copy would break where the served site works."""
    with pytest.raises(UnknownFormError) as told:
        scripts_in_one({"a.mjs": f"// first\n{line}\n"}, "a.mjs")
    assert str(told.value).startswith(
        f"a.mjs: `{line}` cannot be taken into the script of saved copies; write `import {{ … }} from"
    )


def test_data_becomes_a_script_that_holds_the_same() -> None:
    """Under saved/, by the path that it has as data."""
    data = json.dumps({"a": ["</script>", "\u2028"]}).encode()
    assert as_script("x/entry.json", data) == ("saved/x/entry.js", b'savedCopy.file("x/entry.json",' + data + b");\n")
