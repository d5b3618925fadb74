import { describe, expect, test } from 'vitest'
import { codeFor, policyFor, RENDERS, scriptTag, WAYS, wordpressCode, type Render } from './script-tag.ts'

const embed = (render: Render) =>
  ({ origin: 'https://chat.example', agentId: 'AbCdEfGhIjKlMnOp', region: 'na', render }) as const

test.each([
  ['bottom-right', 'data-render="bottom-right"'],
  ['bottom-left', 'data-render="bottom-left"'],
  ['popup', 'data-render="popup"'],
  ['full-width', 'data-render="full-width" data-container="#parlance-chat"'],
  ['modal', 'data-modal="true"'],
] as const)('the tag for %s', (render, look) => {
  const start = render === 'full-width' ? '<div id="parlance-chat" style="height: 640px"></div>\n' : ''
  expect(scriptTag(embed(render))).toBe(
    `${start}<script src="https://chat.example/widget.js" data-agent="AbCdEfGhIjKlMnOp" data-region="na" ${look} defer></script>`,
  )
})

describe.each(WAYS)('%s', (way) => {
  test.each(RENDERS)('%s: contains server, agent, region and display mode', (render) => {
    const code = codeFor(way, embed(render))
    expect(code).toContain('https://chat.example/widget.js')
    expect(code).toContain('AbCdEfGhIjKlMnOp')
    expect(code).toMatch(/na['"]/)
    expect(code).toMatch(render === 'modal' ? /modal/ : new RegExp(render))
    expect(code.includes('parlance-chat')).toBe(render === 'full-width')
  })
})

test('the older form and the tag manager script match the tag', () => {
  const run = (html: string, window: object) => {
    const body = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    // oxlint-disable-next-line typescript/no-implied-eval
    new Function('window', body)(window)
  }
  const page: { VG_CONFIG?: object } = {}
  run(codeFor('older', embed('popup')), page)
  expect(page.VG_CONFIG).toEqual({ ID: 'AbCdEfGhIjKlMnOp', region: 'na', render: 'popup' })
  run(codeFor('older', embed('modal')), page)
  expect(page.VG_CONFIG).toEqual({ ID: 'AbCdEfGhIjKlMnOp', region: 'na', modalMode: true })
  run(codeFor('tagManager', embed('bottom-left')).replace('script.src =', 'script.title ='), {})
  const script = document.body.querySelector('script')
  expect({ ...script?.dataset }).toEqual({ agent: 'AbCdEfGhIjKlMnOp', region: 'na', render: 'bottom-left' })
})

test.each(RENDERS)('the React component for %s removes its own widget of the agent', (render) => {
  const code = codeFor('react', embed(render))
    .replace(/^import .*/, '')
    .replace('export ', '')
    .replace('script.src =', 'script.title =')
    .replace(/return <div.*/, 'return null')
  const removed: string[] = []
  const widget = (agentId: string, shown: string) => ({
    agentId,
    render: shown,
    remove: () => removed.push(`${agentId} ${shown}`),
  })
  const own = embed(render).agentId
  const shown = ['', 'bottom-right', 'bottom-left', 'popup', 'full-width']
  const page = { parlance: { widgets: ['other', own].flatMap((id) => shown.map((mode) => widget(id, mode))) } }
  let unmount = () => {}
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('useEffect', 'window', `${code}\nParlanceChat()`)((effect: () => () => void) => {
    unmount = effect()
  }, page)
  unmount()
  expect(removed).toEqual([`${own} ${render === 'modal' ? '' : render}`])
})

test('WordPress theme code', () => {
  expect(wordpressCode(embed('modal'))).toContain("'data-modal'  => true,")
})

test('policy sources', () => {
  expect(policyFor('https://chat.example')).toBe(
    'script-src https://chat.example;\nconnect-src https://chat.example;\nframe-src https://chat.example;\nimg-src https://chat.example;',
  )
})
