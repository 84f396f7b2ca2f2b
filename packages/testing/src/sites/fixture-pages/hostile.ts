import { page } from './blocks.ts';

const red = '<div style="width:100px;height:100px;background:red"></div>';

/** Pages that interfere with a capture. */
export const hostilePages = {
  '/alert': page('Alert', `${red}<script>alert('one'); confirm('two'); prompt('three')</script>`),
  '/popups': page(
    'Popups',
    `${red}<script>for (let i = 0; i < 20; i++) window.open('/blocks?popup=' + i)</script>`,
  ),
  '/busy': page('Busy', `${red}<script>for (;;);</script>`),
  '/script-redirect': page('Script redirect', `<script>location.href = '/blocks'</script>`),
  '/meta-refresh': page('Meta refresh', '<meta http-equiv="refresh" content="0;url=/blocks">'),
  '/changed-builtins': page(
    'Changed built-ins',
    `${red}<p>Still readable</p><script>
      globalThis.Promise = Array.prototype.map = globalThis.setTimeout = JSON.stringify = null;
      document.querySelector = Element.prototype.getBoundingClientRect = () => { throw new Error('no') };
    </script>`,
  ),
  '/private-image': page('Private image', `${red}<img src="http://10.0.0.1/secret.png" alt="">`),
  '/unstorable-text': page(
    '\0',
    `${red}<script>
      const text = 'a\\0b\\ud800';
      document.title = text;
      document.body.append(text);
      document.body.setAttribute(text.slice(3), text);
      history.replaceState(text, text, '#' + text);
      console.error(text);
      alert(text);
      for (const host of ['a\\0b', 'a\\ud800b', '10.0.0.1/\\0'])
        try { new Image().src = 'http://' + host; new WebSocket('ws://' + host); } catch {}
      throw new Error(text);
    </script>`,
  ),
} as const;
