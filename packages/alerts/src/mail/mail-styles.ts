// The colors and sizes of the dashboard (apps/dashboard/src/theme.ts).
const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const breakAnywhere = 'overflow-wrap:anywhere;word-break:break-word';

const cardWidth = 600;
const padding = 24;
/** Width of pictures in Outlook for Windows. */
export const imageWidth = cardWidth - 2 * padding - 2;

export const styles = {
  page: `margin:0;padding:0;background:#fafafa;${font};-webkit-text-size-adjust:100%`,
  /** The text beside the subject in a list of e-mails. */
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  frame: 'background:#fafafa',
  margin: 'padding:24px 12px',
  card: `width:100%;max-width:${cardWidth}px;background:#ffffff;border:1px solid #e9e9ec;border-radius:10px;border-collapse:separate;text-align:left`,
  head: `padding:${padding}px ${padding}px 20px`,
  brand: `margin:0 0 14px;${font};font-size:12px;line-height:16px;font-weight:600;letter-spacing:0.02em;color:#71717a`,
  title: `margin:0 0 6px;${font};font-size:20px;line-height:28px;font-weight:600;color:#18181b;${breakAnywhere}`,
  text: `margin:0;${font};font-size:14px;line-height:21px;color:#52525b;${breakAnywhere}`,
  item: `padding:20px ${padding}px;border-top:1px solid #e9e9ec`,
  itemHead: 'margin:0 0 2px',
  itemTitle: `${font};font-size:14px;line-height:20px;font-weight:600;color:#18181b;text-decoration:none;${breakAnywhere}`,
  itemText: `margin:0;${font};font-size:13px;line-height:20px;color:#52525b;${breakAnywhere}`,
  image: `display:block;width:auto;max-width:100%;height:auto;margin-top:12px;border:1px solid #e9e9ec;border-radius:6px;box-sizing:border-box;${font};font-size:13px;color:#71717a`,
  links: 'margin:10px 0 0',
  link: `${font};font-size:13px;line-height:20px;color:#4f46e5;text-decoration:none`,
  dot: `${font};font-size:13px;color:#9c9ca5`,
  rest: `padding:14px ${padding}px;border-top:1px solid #e9e9ec;${font};font-size:13px;line-height:20px;color:#71717a`,
  button: 'background:#4f46e5;border-radius:7px',
  buttonLink: `display:inline-block;padding:8px 14px;${font};font-size:13px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none`,
  foot: `margin:16px 0;${font};font-size:12px;line-height:18px;color:#71717a;text-align:center`,
};

export const mediaStyles = `
@media (max-width:480px){.margin{padding:0!important}.cell{padding-left:16px!important;padding-right:16px!important}.card{border-left:0!important;border-right:0!important;border-radius:0!important}}
@media (prefers-color-scheme:dark){.page{background:#0d0d0f!important}.card{background:#131316!important;border-color:#27272c!important}.line{border-color:#27272c!important}.frame{border-color:#34343b!important}.strong{color:#ececef!important}.text{color:#c3c3ca!important}.dim{color:#a3a3ad!important}.link{color:#a1a9fa!important}}
`;
