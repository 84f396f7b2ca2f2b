// Runs in the page of the dashboard, before its scripts. Sets `data-settled` on the document once nothing loads or changes any more.
(() => {
  const quietMs = 400;
  let requests = 0;
  let isLive = false;
  let changedAt = performance.now();
  const changed = () => {
    changedAt = performance.now();
  };

  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (...input) => {
    requests += 1;
    try {
      return await originalFetch(...input);
    } finally {
      requests -= 1;
      changed();
    }
  };
  globalThis.EventSource = class extends EventSource {
    constructor(...input) {
      super(...input);
      this.addEventListener('open', () => {
        isLive = true;
        changed();
      });
    }
  };

  // The bundled browser has this font. Other fonts depend on the machine.
  for (const name of ['--font', '--font-mono'])
    document.documentElement.style.setProperty(name, "'Open Sans'");
  if (location.hash === '#dark') localStorage.setItem('mantine-color-scheme-value', 'dark');

  new MutationObserver(changed).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const isVisible = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const timer = setInterval(() => {
    const isLoading =
      requests > 0 ||
      !isLive ||
      performance.now() - changedAt < quietMs ||
      document.querySelector('main h1') === null ||
      [...document.querySelectorAll('.mantine-Skeleton-root')].some(isVisible) ||
      [...document.images].some((image) => !image.complete && isVisible(image));
    if (isLoading) return;
    clearInterval(timer);
    document.documentElement.dataset.settled = '';
  }, 50);
})();
