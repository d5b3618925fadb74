// Styles of the launcher and the overlay as a constructed sheet, which a page's policy against inline styles does not
// affect.
import type { Paint } from '@parlance/contract/agents/theme'

/** `side` is that of the corner; `radius` in pixels. */
export const styles = ({ accent, onAccent, surface }: Omit<Paint, 'mode'>, side: 'left' | 'right', radius: number) => `
:host{--accent:${accent};--on-accent:${onAccent};--surface:${surface};--radius:${radius}px;--edge:max(20px,env(safe-area-inset-${side}));--base:max(20px,env(safe-area-inset-bottom))}
.launcher{all:unset;position:fixed;${side}:calc(var(--edge) + var(--n)*72px);bottom:var(--base);
box-sizing:border-box;width:56px;height:56px;border-radius:50%;border:1px solid transparent;cursor:pointer;display:grid;place-items:center;
background:var(--accent);color:var(--on-accent);box-shadow:0 6px 20px #0004;transition:.18s}
.launcher:hover{scale:1.05}
.launcher:focus-visible{outline:3px solid var(--accent);outline-offset:3px;box-shadow:0 0 0 3px #fff}
i{grid-area:1/1;width:26px;height:26px;background:currentColor;transition:.18s}
.chat{clip-path:path(evenodd,'M23.2 12.5A9.9 9.9 0 0 1 13 22.2A11.1 11.1 0 0 1 9.1 21.5L4.1 23.2A1 1 0 0 1 2.8 21.9L4.1 17.8A9.3 9.3 0 0 1 2.8 12.4A10 10 0 0 1 13 2.8A9.9 9.9 0 0 1 23.2 12.5ZM21.2 12.5A7.9 7.9 0 0 1 13 20.1A9 9 0 0 1 9.2 19.3L5.4 20.6 6.3 17.5A7.2 7.2 0 0 1 4.8 12.5A8 8 0 0 1 13 4.8A7.9 7.9 0 0 1 21.2 12.5ZM8.1 12.5a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0ZM11.9 12.5a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0ZM15.7 12.5a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0Z')}
img{grid-area:1/1;width:54px;height:54px;border-radius:50%;object-fit:cover}
.down{clip-path:path('M5.8 11L12.3 17.5A1 1 0 0 0 13.7 17.5L20.2 11A1 1 0 0 0 18.8 9.6L13 15.4 7.2 9.6A1 1 0 0 0 5.8 11Z')}
.down,[aria-expanded=true] :is(.chat,img){opacity:0;scale:.6}
[aria-expanded=true] .down{opacity:1;scale:1}
dialog{all:unset;display:block;position:fixed;${side}:var(--edge);bottom:calc(var(--base) + 68px);
width:400px;max-width:calc(100vw - 40px);height:min(680px,100dvh - 104px);border-radius:var(--radius);overflow:hidden;background:var(--surface);
box-shadow:0 16px 48px #0003,0 0 0 1px #8883;visibility:hidden;opacity:0;transform:translateY(12px) scale(.98);
transition:opacity .16s,transform .18s cubic-bezier(.2,.8,.2,1),visibility 0s .18s}
.open{visibility:visible;opacity:1;transform:none;transition-delay:0s}
iframe{color-scheme:light dark;display:block;width:100%;height:100%;border:0}
b{position:absolute}
@media(max-width:480px){dialog{inset:0;top:var(--top,0);bottom:auto;width:auto;max-width:none;height:var(--height,100dvh);border-radius:0;box-sizing:border-box;
padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}
.ready.open~.launcher,.ready.open .launcher{visibility:hidden}}
@media(forced-colors:active){i{forced-color-adjust:none;background:ButtonText}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}`
