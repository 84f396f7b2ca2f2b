// Runs in the dashboard's page before its scripts. Sets `data-settled` on the document when the page has stopped loading and changing.
(() => {
  // A pending image delays the load event until the page has settled, so a capture waits for it
  // as long as `waitUntilTimeout` allows.
  const hold = new Image();
  hold.src = '/demonstration/hold';

  /** Number of consecutive checks without a change, 50 ms apart. A busy machine checks less often and therefore waits longer. */
  const quietChecks = 8;
  let loading = 0;
  let isLive = false;
  let hasChanged = true;
  const changed = () => {
    hasChanged = true;
  };
  const started = () => {
    loading += 1;
  };
  const ended = () => {
    loading -= 1;
    changed();
  };

  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (...input) => {
    started();
    try {
      const response = await originalFetch(...input);
      isLive ||= response.headers.get('content-type') === 'text/event-stream';
      return response;
    } finally {
      ended();
    }
  };
  const watchLoading = (element) => {
    started();
    for (const end of ['load', 'error']) element.addEventListener(end, ended, { once: true });
  };
  // Tiles are drawn on a canvas, so their images are not in the document.
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    get,
    set(address) {
      if (!this.isConnected) watchLoading(this);
      set.call(this, address);
    },
  });

  // The bundled browser includes this font. Other fonts depend on the machine.
  for (const name of ['--font', '--font-mono'])
    document.documentElement.style.setProperty(name, "'Open Sans'");
  if (location.hash === '#dark') localStorage.setItem('mantine-color-scheme-value', 'dark');

  new MutationObserver((records) => {
    changed();
    // The dashboard loads scripts by adding links.
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node.nodeName === 'LINK' && node.rel !== 'icon') watchLoading(node);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const isVisible = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  let quiet = 0;
  const timer = setInterval(() => {
    const isBusy =
      hasChanged ||
      loading > 0 ||
      !isLive ||
      document.querySelector('main h1') === null ||
      [...document.querySelectorAll('.mantine-Skeleton-root')].some(isVisible) ||
      [...document.images].some((image) => !image.complete && isVisible(image));
    hasChanged = false;
    quiet = isBusy ? 0 : quiet + 1;
    if (quiet < quietChecks) return;
    clearInterval(timer);
    document.documentElement.dataset.settled = '';
    hold.removeAttribute('src');
  }, 50);
})();
