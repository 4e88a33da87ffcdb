"""Files that strangers might send, built into one site and opened in a real browser: nothing of theirs runs, asks or hides."""

import functools
import json
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request, Route, expect

from generator.check.tree import check_tree
from generator.pipeline import corpus_of, site_files
from generator.theme.settings import Settings, read_settings
from generator.theme.shell import shell_of
from generator.write import write_tree
from tests.browser.conftest import PREFIX, _UnderPrefix
from tests.hostile.attacks import Attack, attacks, carry_out, sound_tree

INERT = [attack for attack in attacks() if attack.inert]
IDS = [attack.name for attack in INERT]
#: Those that change what an answer of the diagnosis shows.
IN_AN_ANSWER = [
    attack
    for attack in INERT
    if attack.made
    or any(path.startswith(("title", "signatures", "excerpts", "fix", "root_cause")) for path in attack.put)
]
GATHERING = [
    "",
    "serving/",
    "area-name-script/",
    "tags/",
    "tags/hostile/",
    "tags/constructor/",
    "signatures/",
    "categories/",
]
GATHERING += [
    "categories/memory/",
    "kinds/",
    "kinds/harmless/",
    "contributing/",
    "trust/",
    "data/",
    "diagnose/",
    "no/such/page/",
]
OWN = "window.own = (what) => { (window.__owned ??= []).push(String(what)); };"
#: Two frames and a turn of the queue later: what a parsed page starts of itself has started, and asked for what it needs.
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))"
#: What no text may bring into an article, and the schemes that a link may have.
ELEMENTS = """() => {
  const article = document.querySelector("article");
  const all = [...document.querySelectorAll("*")];
  const foreign = "script,style,link,meta,base,img,image,iframe,object,embed,video,audio,form,use,foreignObject,animate,set,template";
  const isForeign = (one, name) =>
    /^(on|srcdoc$|formaction$)/.test(name) || (name === "style" && one.closest("article, .md-nav__item") !== null);
  const isElsewhere = (at) => /^\\s*[a-z]+:/i.test(at) && !/^(https?:|data:image\\/svg)/i.test(at);
  return {
    elements: [...article.querySelectorAll(foreign)].map((one) => one.outerHTML.slice(0, 80)),
    attributes: all.flatMap((one) => one.getAttributeNames().filter((name) => isForeign(one, name)).map((name) => `${one.tagName} ${name}`)),
    links: all.flatMap((one) => ["href", "xlink:href", "src", "action"].map((name) => one.getAttribute(name) ?? "")).filter(isElsewhere),
    scripts: [...document.scripts].filter((one) => !one.type.endsWith("json")).map((one) => one.getAttribute("src")),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}"""
#: Presses every copy button; gives what each block shows and what was copied.
COPIES = """async () => {
  const out = [];
  for (const block of document.querySelectorAll("[data-copyable]")) {
    const button = block.querySelector("button.copy-button");
    button.click();
    while (!/Copied|Failed/.test(button.textContent)) await new Promise((done) => setTimeout(done, 1));
    out.push([block.dataset.copyable, block.querySelector("code").innerText, await navigator.clipboard.readText()]);
  }
  return out;
}"""


@dataclass(frozen=True, slots=True)
class Built:
    """The site of all attacks that are let pass: its tree, its folder, its address."""

    tree: Path
    folder: Path
    address: str

    def entry(self, attack: Attack) -> Any:
        """The entry as its file has it."""
        return yaml.safe_load((self.tree / f"entries/{attack.place}/{attack.id}.yaml").read_text("utf-8"))


@dataclass
class Guard:
    """A page, and whatever an attack could bring about on it."""

    page: Page
    home: str
    harm: list[str] = field(default_factory=list)

    def nothing_happened(self) -> None:
        """Fails with what did happen."""
        self.page.wait_for_load_state("load")
        self.page.evaluate(SETTLED)
        owned = self.page.evaluate("window.__owned ?? []")
        assert (owned, self.harm) == ([], [])


def guarded(context: BrowserContext, home: str) -> Guard:
    """A new page of which every dialog, complaint and request to elsewhere is written down; such requests lead nowhere."""
    context.add_init_script(OWN)
    context.set_default_timeout(20_000)
    guard = Guard(context.new_page(), home)

    def asked(request: Request) -> None:
        if not request.url.startswith((home, "data:image/svg+xml")):
            guard.harm.append(f"asked for {request.url}")

    def said(message: ConsoleMessage) -> None:
        lost = "404" in message.text and "no/such/page" in message.location.get("url", "")
        # from a folder no module and no data is loaded: the theme asks in vain, and the copy does without
        folder = home == "file://" and re.search(r"' from origin 'null' has been blocked|net::ERR_FAILED", message.text)
        if message.type in ("error", "warning") and not lost and not folder:
            guard.harm.append(message.text)

    def opened(dialog: Dialog) -> None:
        guard.harm.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def led(route: Route) -> None:
        if route.request.url.startswith((home, "data:")):
            route.continue_()
        else:
            route.abort()

    context.on("request", asked)
    context.on("console", said)
    context.on("weberror", lambda error: guard.harm.append(str(error.error)))
    guard.page.on("dialog", opened)
    context.on("page", lambda page: guard.harm.append(f"opened {page.url}"))
    if home.startswith("http"):
        context.route("**/*", led)
    return guard


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """All of them beside the minimal entries; the theme's page is made with the areas' names as they are."""
    tree = sound_tree(tmp_path_factory.mktemp("hostile") / "repository")
    for attack in INERT:
        carry_out(attack, tree)
    for name in ("site_overrides", "templates", "generator"):
        (tree / name).symlink_to(root / name)
    (tree / "mkdocs.yml").write_bytes((root / "mkdocs.yml").read_bytes())
    before = os.environ.get("ENCYCLOPEDIA_CACHE")
    os.environ["ENCYCLOPEDIA_CACHE"] = str(tree / ".cache")
    try:
        checked = check_tree(tree)
    finally:
        os.environ.pop("ENCYCLOPEDIA_CACHE")
        os.environ |= {"ENCYCLOPEDIA_CACHE": before} if before is not None else {}
    assert checked.is_sound, [f"{p.location}: {p.code} {p.what}" for p in checked.problems]
    folder = tree.parent / "site"
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_UnderPrefix, directory=str(folder)))
    try:
        here = f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
        found = read_settings(tree)
        settings = Settings(found.name, found.description, here, "")
        shell = shell_of(tree, here, "", tree.parent / "shell")
        write_tree(site_files(tree, corpus_of(checked.documents), shell, settings), folder)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Built(tree, folder, here)
        server.shutdown()
    finally:
        server.server_close()


@pytest.fixture(scope="module")
def visit(browser: Browser, built: Built) -> Iterator[Guard]:
    """One page for all of a module's visits over http."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    yield guarded(context, built.address)
    context.close()


@pytest.fixture
def guard(visit: Guard) -> Guard:
    """The page with a clean record."""
    visit.harm.clear()
    return visit


def shown_text(text: str) -> str:
    """A text as a page shows it: runs of white space are one blank."""
    return " ".join(text.split())


def words_on(page: Page) -> str:
    """All text of the article, hidden parts too."""
    return shown_text(page.evaluate("document.querySelector('article').textContent"))


def assert_inert(page: Page) -> None:
    """No element, attribute, script or link is there but ours, and nothing sticks out at the side."""
    found = page.evaluate(ELEMENTS)
    scripts = found.pop("scripts")
    assert all(src.lstrip("./").startswith(("assets/javascripts/", "saved/")) or "/saved/" in src for src in scripts)
    assert found == {"elements": [], "attributes": [], "links": [], "wide": 0}


@pytest.mark.parametrize("attack", INERT, ids=IDS)
def test_an_entry_is_nothing_but_text(attack: Attack, built: Built, guard: Guard) -> None:
    """Its page shows the hostile words as they are; no script of theirs runs, and no request leaves."""
    entry = built.entry(attack)
    guard.page.goto(built.address + (f"{attack.place}/" if attack.area else f"{attack.place}/{attack.id}/"))
    guard.nothing_happened()
    assert_inert(guard.page)
    assert shown_text(attack.shows) in words_on(guard.page)
    if not attack.area:
        assert shown_text(guard.page.title()).startswith(shown_text(entry["title"]) + " · ")
        data = json.loads(guard.page.locator("script[type='application/ld+json']").text_content() or "")
        assert data["@graph"][0]["headline"] == entry["title"]
        assert_copied_as_seen(guard.page, entry)
        guard.nothing_happened()


def assert_copied_as_seen(page: Page, entry: Any) -> None:
    """Each button of the page, against the words beside it; and the commands of the file are among them, to the letter."""
    page.bring_to_front()
    copies = page.evaluate(COPIES)
    assert [(shown, copied) for sort, shown, copied in copies if sort != "search key" and shown != copied] == []
    assert [(shown, copied) for sort, shown, copied in copies if sort == "search key" and copied not in shown] == []
    commands = [
        entry["checklist"][0]["command"],
        entry["first_control"]["command"],
        entry["fix"]["steps"][0]["command"],
    ]
    commands += [entry["fix"]["steps"][0]["config"], entry["fix"]["verify_command"]]
    assert {command.strip("\n") for command in commands} <= {copied for _, _, copied in copies}


@pytest.mark.parametrize("path", GATHERING)
def test_a_page_that_gathers_entries_is_nothing_but_text(path: str, built: Built, guard: Guard) -> None:
    """Titles, summaries, signatures and areas' names in lists, tables and the navigation."""
    guard.page.goto(built.address + path)
    guard.nothing_happened()
    found = guard.page.evaluate(ELEMENTS)
    ours = ["<form"]
    assert [one for one in found["elements"] if not one.startswith(tuple(ours))] == []
    assert (found["attributes"], found["links"], found["wide"]) == ([], [], 0)


def test_areas_names_stand_in_the_navigation_as_words(built: Built, guard: Guard) -> None:
    """The theme prints them on every page."""
    guard.page.goto(built.address + "serving/script-in-title/")
    words = shown_text(guard.page.evaluate("document.querySelector('.md-nav--primary').textContent"))
    for attack in INERT:
        assert not attack.area or shown_text(attack.shows) in words
    guard.nothing_happened()


def test_each_is_found_and_shown_as_text_by_the_search(built: Built, guard: Guard) -> None:
    """By its title and by the line that it prints; results are links of ours."""
    guard.page.goto(built.address)
    guard.page.keyboard.press("/")
    box = guard.page.locator("#search-text")
    for attack in INERT:
        entry = built.entry(attack)
        line = entry["excerpts"][0]["log"].split("\n")[-1]
        box.fill(line[:300])
        link = guard.page.locator(f".search-results a[href$='/{attack.place}/{attack.id}/']").first
        expect(link).to_be_visible()
        expect(link.locator(".result-title")).to_have_text(entry["title"])
    dialog = guard.page.locator("dialog:has(#search-text)")
    assert dialog.locator("script, img, iframe, style, object, foreignObject").count() == 0
    guard.nothing_happened()


def test_the_log_of_each_is_diagnosed_and_its_fix_is_shown_as_text(built: Built, guard: Guard) -> None:
    """The one page that takes another page's parts and puts them into its own."""
    guard.page.goto(built.address + "diagnose/")
    for attack in IN_AN_ANSWER:
        entry = built.entry(attack)
        guard.page.locator("#log-text").fill("\n".join([entry["excerpts"][0]["log"]] * 3))
        guard.page.get_by_role("button", name="Diagnose", exact=True).click()
        expect(guard.page.locator(".diagnosis > h2")).to_have_text(entry["title"])
        expect(guard.page.locator(".fix .steps > li").first).to_be_visible()
        result = guard.page.locator("[data-diagnosis-result]")
        assert result.locator("script, img, iframe, style, object, foreignObject, [onclick], [onerror]").count() == 0
        assert shown_text(entry["fix"]["steps"][0]["command"]) in shown_text(result.text_content() or "")
    guard.nothing_happened()


def test_data_files_say_what_the_entries_say(built: Built) -> None:
    """They are well formed, and hold the hostile words as words."""
    titles = {attack.id: built.entry(attack)["title"] for attack in INERT}
    listed = {row["id"]: row["title"] for row in json.loads((built.folder / "entries.json").read_bytes())["entries"]}
    assert titles.items() <= listed.items()
    index = json.loads((built.folder / "search-index.json").read_bytes())["entries"]
    assert titles.items() <= {row["id"]: row["title"] for row in index}.items()
    feed = ElementTree.parse(built.folder / "feed.xml").getroot()
    atom = "{http://www.w3.org/2005/Atom}"
    assert {one.tag for one in feed.iter() if not one.tag.startswith(atom)} == set()
    assert len(feed.findall(f"{atom}entry/{atom}title")) == len(feed.findall(f"{atom}entry")) > 0
    ElementTree.parse(built.folder / "sitemap.xml")


@pytest.mark.parametrize(
    "path", ["feed.xml", "sitemap.xml", "signatures.json", "search-index.json", "serving/script-in-title/entry.json"]
)
def test_a_data_file_opened_as_a_page_runs_nothing(path: str, built: Built, guard: Guard) -> None:
    """These have no policy of their own to protect them."""
    guard.page.goto(built.address + path)
    owned = guard.page.evaluate("window.__owned ?? []")
    assert owned == []
    assert [one for one in guard.harm if "favicon" not in one] == []


@pytest.fixture(scope="module")
def saved(browser: Browser, built: Built) -> Iterator[Guard]:
    """The same site as a folder of files, without a network."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_offline(True)
    yield guarded(context, "file://")
    context.close()


@pytest.mark.parametrize("attack", INERT, ids=IDS)
def test_a_saved_copy_is_nothing_but_text(attack: Attack, built: Built, saved: Guard) -> None:
    """There its data is a script: it must not become one of theirs."""
    saved.harm.clear()
    saved.page.goto((built.folder / f"{attack.place}/{attack.id}/index.html").as_uri())
    saved.page.locator(".copy-button").first.wait_for(state="attached")
    saved.nothing_happened()
    assert attack.area or shown_text(attack.shows) in words_on(saved.page)
    assert saved.page.evaluate("({}).polluted === undefined && Object.keys(Object.prototype).length === 0")


def test_a_saved_copy_searches_and_diagnoses_them(built: Built, saved: Guard) -> None:
    """Index, texts and records are run as scripts here, and stay data."""
    saved.harm.clear()
    for attack in [
        attack for attack in INERT if attack.name in ("script-in-signature", "names-of-objects", "braces-in-signature")
    ]:
        entry = built.entry(attack)
        saved.page.goto((built.folder / "diagnose/index.html").as_uri())
        saved.page.locator("#log-text").fill(entry["excerpts"][0]["log"])
        saved.page.get_by_role("button", name="Diagnose", exact=True).click()
        expect(saved.page.locator(".diagnosis > h2")).to_have_text(entry["title"])
        expect(saved.page.locator(".fix a").first).to_be_visible()
        saved.page.keyboard.press("/")
        saved.page.locator("#search-text").fill(entry["excerpts"][0]["log"].split("\n")[-1])
        expect(saved.page.locator(".search-results a .result-title").first).to_have_text(entry["title"])
    saved.nothing_happened()


def test_the_guard_sees_what_it_is_there_to_see(browser: Browser, built: Built) -> None:
    """A page that does what the attacks want, and no policy to keep it from that: all of it is written down."""
    context = browser.new_context()
    guard = guarded(context, built.address)
    guard.page.goto(built.address + "robots.txt")
    guard.page.evaluate(
        "document.body.innerHTML = '<img src=https://canary.invalid/x.png onerror=\"own(1)\">'; setTimeout(() => alert(2))"
    )
    guard.page.wait_for_function("window.__owned?.length === 1")
    with pytest.raises(AssertionError):
        guard.nothing_happened()
    assert {"dialog 2", "asked for https://canary.invalid/x.png"} <= set(guard.harm)
    context.close()
