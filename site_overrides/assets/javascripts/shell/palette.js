// Material 9.8.2, partials/javascripts/palette.html, as a file: puts the reader's colour scheme on before the first paint.
{
  const palette = __md_get("__palette");
  if (palette?.color) {
    if (palette.color.media === "(prefers-color-scheme)") {
      const light = matchMedia("(prefers-color-scheme: light)").matches;
      const input = document.querySelector(`[data-md-color-media='(prefers-color-scheme: ${light ? "light" : "dark"})']`);
      for (const key of ["media", "scheme", "primary", "accent"]) palette.color[key] = input.getAttribute(`data-md-color-${key}`);
    }
    for (const [key, value] of Object.entries(palette.color)) document.body.setAttribute(`data-md-color-${key}`, value);
  }
}
