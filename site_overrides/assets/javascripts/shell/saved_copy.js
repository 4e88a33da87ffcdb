// A copy of the site on a disk, opened without a server: from there browsers load no modules, no workers and no data, only plain scripts.
// So the build also writes the scripts as one plain file and each data file as a script, below saved/; served pages never ask for them.
if (location.protocol === "file:") {
  const HERE = document.currentScript.src;
  const ROOT = new URL("../../../", HERE);
  /** The parts of the scripts by name: each takes what it needs and puts out what it gives. */
  const parts = new Map();
  /** Data files by path, once their script has run. */
  const files = new Map();

  const load = (path) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL(`saved/${path}.js`, ROOT).href;
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(`saved/${path}.js is missing from this copy`)));
      document.head.append(script);
    });

  /** Parts that share what they have put out; `scope` stands for what a module or a worker finds around it. */
  const together = (scope) => {
    const made = new Map();
    const need = (name) => {
      if (!made.has(name)) {
        made.set(name, {});
        parts.get(name)(need, made.get(name), new URL(name, new URL("../", HERE)).href, scope);
      }
      return made.get(name);
    };
    return need;
  };

  globalThis.savedCopy = {
    part: (name, make) => parts.set(name, make),
    file: (path, value) => files.set(path, value),
    begin: (name) => together(globalThis)(name),
    /** The bytes of a data file. */
    async bytesOf(path) {
      if (!files.has(path)) await load(path.replace(/\.json$/, ""));
      return new TextEncoder().encode(JSON.stringify(files.get(path))).buffer;
    },
    /** What a worker is to its page, on the page's own thread: it works while the page waits. */
    worker(name) {
      const { port1: outside, port2: inside } = new MessageChannel();
      let ended = false;
      outside.terminate = () => {
        ended = true;
        outside.close();
      };
      const postMessage = (message, transfer = []) => {
        if (ended) throw new Error("ended by the reader"); // stops the work at its next word
        inside.postMessage(message, transfer);
      };
      const addEventListener = (type, hear) => inside.addEventListener(type, hear);
      together({ self: { postMessage, addEventListener }, postMessage, addEventListener })(name);
      inside.start();
      outside.start();
      return outside;
    },
  };

  // a folder has no first page there: its listing would be shown
  const whole = (address) => (address.protocol === "file:" && address.pathname.endsWith("/") ? `${address.pathname}index.html` : null);
  for (const type of ["click", "auxclick", "contextmenu"]) {
    document.addEventListener(
      type,
      (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        const path = link && whole(link);
        if (path) link.pathname = path;
      },
      true,
    );
  }
  document.addEventListener("submit", ({ target }) => {
    const address = new URL(target.action);
    const path = whole(address);
    if (path) target.action = Object.assign(address, { pathname: path }).href;
  });
  load("scripts");
}
