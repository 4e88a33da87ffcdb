// Material 9.8.2, partials/javascripts/base.html, as a file: where the theme keeps its settings for this site.
// The scope comes from the script's own attribute, because a file does not know the depth of its page.
// What needs our modules has its place from the first moment on, so that nothing moves when they have come; where they cannot come, it is as without.
if ("noModule" in HTMLScriptElement.prototype) document.documentElement.classList.add("scripted");
// Who comes to a place within a page lands there only if all above it is laid out.
if (location.hash) document.documentElement.classList.add("anchored");
addEventListener(
  "error",
  ({ target }) => target.type === "module" && location.protocol !== "file:" && document.documentElement.classList.remove("scripted"),
  true,
);
__md_scope = new URL(document.currentScript.dataset.scope, location);
__md_hash = (text) => [...text].reduce((hash, c) => (hash << 5) - hash + c.charCodeAt(0), 0);
__md_get = (key, storage = localStorage, scope = __md_scope) => {
  try {
    return JSON.parse(storage.getItem(`${scope.pathname}.${key}`));
  } catch {
    return null; // storage is switched off, or holds something else
  }
};
__md_set = (key, value, storage = localStorage, scope = __md_scope) => {
  try {
    storage.setItem(`${scope.pathname}.${key}`, JSON.stringify(value));
  } catch {
    // storage is full or switched off: the setting lasts for this page only
  }
};
