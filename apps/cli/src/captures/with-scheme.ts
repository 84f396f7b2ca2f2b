/** Completes an address without a scheme as browsers do: with `https://`, or `http://` on this machine. */
export function withScheme(url: string): string {
  if (url === '' || /^[a-z][\w+.-]*:(?!\d+(\/|$))/i.test(url)) return url;
  return /^(localhost|127\.[\d.]+|\[::1\])(?=[:/?#]|$)/i.test(url) ? `http://${url}` : `https://${url}`;
}
