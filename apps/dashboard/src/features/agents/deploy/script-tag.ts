// Embed code: the script tag, its variants for site builders and frameworks, and the older form.
import type { Region } from '@parlance/contract/lib/regions'

export const RENDERS = ['bottom-right', 'bottom-left', 'popup', 'full-width', 'modal'] as const
export type Render = (typeof RENDERS)[number]

export interface Embed {
  origin: string
  agentId: string
  region: Region
  render: Render
}

/** Id of the element a full-width chat fills. */
const PLACE = 'parlance-chat'
const HEIGHT = 640
const src = ({ origin }: Embed) => `${origin}/widget.js`

/** The tag's data attributes, named without `data-`. */
function dataAttributes({ agentId, region, render }: Embed): readonly (readonly [string, string])[] {
  const look: (readonly [string, string])[] =
    render === 'modal'
      ? [['modal', 'true']]
      : render === 'full-width'
        ? [
            ['render', render],
            ['container', `#${PLACE}`],
          ]
        : [['render', render]]
  return [['agent', agentId], ['region', region], ...look]
}
const place = ({ render }: Embed, html: string) => (render === 'full-width' ? html : '')

/** The tag to paste into a page. */
export function scriptTag(embed: Embed): string {
  const attributes = dataAttributes(embed).map(([name, value]) => `data-${name}="${value}"`)
  const room = place(embed, `<div id="${PLACE}" style="height: ${HEIGHT}px"></div>\n`)
  return `${room}<script src="${src(embed)}" ${attributes.join(' ')} defer></script>`
}

/** The older configuration format. */
export function olderForm(embed: Embed): string {
  const names: Record<string, string> = { agent: 'ID', modal: 'modalMode' }
  const lines = dataAttributes(embed).map(([name, value]) => {
    const text = value === 'true' ? value : `'${value}'`
    return `    ${names[name] ?? name}: ${text},`
  })
  const room = place(embed, `<div id="${PLACE}" style="height: ${HEIGHT}px"></div>\n`)
  return `${room}<script>\n  window.VG_CONFIG = {\n${lines.join('\n')}\n  }\n</script>\n<script src="${src(embed)}" defer></script>`
}

/** A React component that adds and removes the widget. */
export function reactComponent(embed: Embed): string {
  const data = dataAttributes(embed)
    .filter(([name]) => name !== 'agent')
    .map(([name, value]) => `    script.dataset.${name} = '${value}'`)
  const render = embed.render === 'modal' ? '' : embed.render
  const shown = embed.render === 'full-width' ? `<div id="${PLACE}" style={{ height: ${HEIGHT} }} />` : 'null'
  return `import { useEffect } from 'react'

const AGENT = '${embed.agentId}'

export function ParlanceChat() {
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '${src(embed)}'
    // In order, also when React mounts it twice in development.
    script.async = false
    script.dataset.agent = AGENT
${data.join('\n')}
    document.body.append(script)
    return () => {
      const isOwn = ({ agentId, render }) => agentId === AGENT && render === '${render}'
      const remove = () => window.parlance?.widgets?.find(isOwn)?.remove()
      remove()
      // It may still be loading.
      script.onload = remove
      script.remove()
    }
  }, [])
  return ${shown}
}`
}

/** For a WordPress theme's functions.php. */
export function wordpressCode(embed: Embed): string {
  const attributes = dataAttributes(embed).map(
    ([name, value]) => [`'data-${name}'`, value === 'true' ? value : `'${value}'`] as const,
  )
  const all = [["'src'", `'${src(embed)}'`] as const, ...attributes, ["'defer'", 'true'] as const]
  const width = Math.max(...all.map(([name]) => name.length))
  const room = place(embed, `\techo '<div id="${PLACE}" style="height: ${HEIGHT}px"></div>';\n`)
  return `add_action( 'wp_footer', function () {
${room}\twp_print_script_tag( array(
${all.map(([name, value]) => `\t\t${name.padEnd(width)} => ${value},`).join('\n')}
\t) );
} );`
}

/**
 * Google Tag Manager strips data attributes from pasted tags, so its script creates the element, in ES5 as it requires.
 */
export function tagManagerCode(embed: Embed): string {
  const lines = dataAttributes(embed).map(([name, value]) => `    script.setAttribute('data-${name}', '${value}');`)
  const room = place(
    embed,
    `    var room = document.createElement('div');\n    room.id = '${PLACE}';\n    room.style.height = '${HEIGHT}px';\n    document.body.appendChild(room);\n`,
  )
  return `<script>
  (function () {
${room}    var script = document.createElement('script');
    script.src = '${src(embed)}';
${lines.join('\n')}
    document.body.appendChild(script);
  })();
</script>`
}

export const WAYS = ['html', 'react', 'wordpress', 'shopify', 'webflow', 'tagManager', 'older'] as const
export type Way = (typeof WAYS)[number]

const CODE: Record<Way, (embed: Embed) => string> = {
  html: scriptTag,
  react: reactComponent,
  wordpress: scriptTag,
  shopify: scriptTag,
  webflow: scriptTag,
  tagManager: tagManagerCode,
  older: olderForm,
}
export const codeFor = (way: Way, embed: Embed): string => CODE[way](embed)

/** Sources a Content Security Policy must allow. */
export const policyFor = (origin: string): string =>
  ['script-src', 'connect-src', 'frame-src', 'img-src'].map((directive) => `${directive} ${origin};`).join('\n')
