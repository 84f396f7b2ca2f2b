const fixed = 'position:fixed;z-index:9;background:#fff;';

/** Bodies of pages without a banner that have fixed elements with some characteristics of one. */
export const innocents: Record<string, string> = {
  '/innocent/elements': `<h1>Shop</h1><p>${'Many products. '.repeat(50)}</p>
    <header style="${fixed}left:0;right:0;top:0;height:50px"><nav><a href="#">Cookies</a> <button>OK</button></nav></header>
    <div role="dialog" style="${fixed}left:30%;top:35%;width:40%;height:120px"><p>Subscribe to our newsletter.
      We process your personal data as described in our privacy policy.</p><button>Subscribe</button></div>
    <button style="${fixed}left:5px;bottom:5px">Cookie settings</button>
    <footer style="${fixed}left:40%;right:0;bottom:0;height:40px"><a href="#">Cookie policy</a> <a href="#">Contact</a></footer>`,
  '/innocent/application': `<div style="${fixed}inset:0;overflow:auto"><h1>Application</h1>
    <p>We use cookies to improve this website.</p><button>Accept all</button>
    ${Array.from({ length: 40 }, (_, index) => `<section style="height:100px">Part ${index}</section>`).join('')}</div>`,
  '/innocent/wall': `<div style="${fixed}inset:0"><h1>Log in</h1>
    <p>By continuing you accept our use of cookies.</p><button>Allow</button></div>`,
};
