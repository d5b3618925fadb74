// Builds the dashboard; the contract becomes plain JSON, so that no schema library is shipped.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifyContractRouter } from '@orpc/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { newWidgetConfig, newWidgetWords } from '@parlance/engine/agents/new-widget'
import { contract } from '@parlance/contract'
import { entries } from './entries.ts'

const ID = 'virtual:contract'

/** All words in the dashboard's sources: calls not among them are left out of the build. */
function wordsOfSources(): ReadonlySet<string> {
  const source = join(import.meta.dirname, 'src')
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !file.includes('.test.'))
  return new Set(files.flatMap((file) => readFileSync(join(source, file), 'utf8').match(/\w+/g) ?? []))
}

interface Call {
  '~orpc'?: { route: Record<string, unknown> }
}

/** `METHOD /path` of each used call; the full route when sending it needs more. */
function leanRoutes(router: unknown, words: ReadonlySet<string>): unknown {
  const { '~orpc': call, ...inner } = router as Call
  if (!call)
    return Object.fromEntries(
      Object.entries(inner as Record<string, Call>)
        .filter(([name, part]) => !part['~orpc'] || words.has(name))
        .map(([name, part]) => [name, leanRoutes(part, words)]),
    )
  const { method, path, inputStructure, outputStructure } = call.route
  if (!inputStructure && !outputStructure && method) return `${method as string} ${path as string}`
  return { '~route': { method, path, inputStructure, outputStructure } }
}

/** `virtual:contract`: the part of the contract a browser needs, parsed by contract-json.ts. */
export function contractJson(): Plugin {
  return {
    name: 'contract-json',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) =>
      id === `\0${ID}`
        ? `export default ${JSON.stringify(leanRoutes(minifyContractRouter(contract), wordsOfSources()))}`
        : undefined,
  }
}

const newWidget = (platform: 'vg' | 'vf') => ({ config: newWidgetConfig(platform), words: newWidgetWords(platform) })
const WIDGET_ID = 'virtual:new-widget'

/** `virtual:new-widget`: defaults of a new widget per platform and language, computed from the schema. */
export function newWidgetJson(): Plugin {
  return {
    name: 'new-widget-json',
    resolveId: (id) => (id === WIDGET_ID ? `\0${WIDGET_ID}` : undefined),
    load: (id) =>
      id === `\0${WIDGET_ID}`
        ? `export default ${JSON.stringify({ vg: newWidget('vg'), vf: newWidget('vf') })}`
        : undefined,
  }
}

/** A module used by this many pages belongs to the first load. */
const SHARED_BY = 39

const SHARED = /node_modules|src\/(components|i18n)\/|packages\/(?:contract|engine)\//
/** Never in the first load, however many pages use them. */
const LATER = new RegExp(
  [
    'core/esm/components/(ModalBase|Modal|Drawer|PasswordInput|Alert|Checkbox|Combobox|Select|ScrollArea)/',
    'core/esm/components/(Textarea|Overlay|Collapse|Avatar|SegmentedControl|FloatingIndicator)/|core/esm/utils/InlineInput',
    'hooks/esm/(use-long-press|use-collapse|use-debounced-callback)',
    'react-textarea-autosize|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib',
    'src/components/(feedback/(empty-state-drawings|form-error)|overlay/(dialog|use-escape))',
    'src/lib/files/',
    'contract/src/(lib/(mailbox|rules)|files/schemas|agents/(allowed-sites|same-config|format-value|formatters|client-fields|greeting|readability|custom-css|theme|placeholders)|themes/palette|agencies/tab-rules|channels/list)',
  ].join('|'),
)
const ICONS = /node_modules\/@tabler\/icons-react/
/** Of the side navigation: together they are smaller than one by one. */
const NAV_ICONS =
  /icons\/Icon(World|Lifebuoy|Mail|Coins|BrandWhatsapp|BuildingStore|History|Phone|Plug|Robot|Tool|UsersGroup|Webhook|Settings|Sun|Moon)\.mjs/
/** Loaded with the agent area only. */
const DRAFT =
  /features\/agents\/(draft\/(?!discard-entry|field-access|read-only-draft|published-message)|site-list|deploy\/deploy\.module)|contract\/src\/agents\/(same|tabs)\.ts/
/** Shared by the shell, pages and lazy parts: every page under /app has them. */
const SHELL =
  /src\/app\/(layout\/(new-workspace\.tsx|top-bar|preload-pages|app-shell\.module)|navigation\/workspace-menu\.|command-palette\/palette-host)|new-agent\/new-agent\.tsx|src\/lib\/(meta-description|session\/left-workspaces)\.|feedback\/delayed\.|banners\/(offline-banner|verify-banner\.module)|layout\/(use-other-region|region-href)|use-session-storage|IconWifiOff/
/** Shared by the entry and the client shell, so that pages without the shell don't load it. */
const BASE =
  /src\/lib\/(session\/session|session\/session-end|when-idle|preload-page|retrying-import)\.ts|layout\/(chosen-workspace|avatar|logo)\.|lists\/scroll-row\.|conversations\/live\.tsx|\/useRouterState\.|components\/ActionIcon\/|preload-helper|use-mantine-color-scheme|use-local-storage|use-disclosure|contract\/src\/channels\/list\./
/** Of most pages under /app, but not of sign-in and the client shell. */
const PAGES = /src\/components\/(?:feedback\/(?:skeletons|read-only|empty-state)|content\/time\.)/
/** Of lists of conversations only. */
const CONVERSATIONS =
  /features\/conversations\/(?:conversation-(?:row|status|target)|visitor-|format-time|inbox\/use-inbox|conversations\.module)|Icon(?:Filter|ListCheck|RosetteDiscountCheck)\.mjs|use-hotkeys|src\/lib\/use-act\.|contract\/src\/conversations\/lifecycle/
/** Of a list with pages. */
const LISTS =
  /src\/components\/(?:lists\/(?:paged-list|load-more)|inputs\/search-input|feedback\/nothing-found)|use-debounced-callback|query-core\/build\/modern\/infiniteQueryObserver|modern\/useInfiniteQuery/
/** What a choice is made of, without the parts of native ones. */
const CHOICES = /core\/esm\/components\/(?:Combobox\/(?!Combobox\.module|ComboboxChevron|get-parsed)|Select\/)/
/** What a dialog is made of. */
const DIALOGS =
  /core\/esm\/components\/(?:ModalBase|Modal)\/|react-remove-scroll|react-style-singleton|use-sidecar|node_modules\/(?:use-callback-ref|tslib)\/|src\/components\/overlay\/dialog\./
const FRAME = /dashboard\/src\/(?!components\/|features\/accounts)|packages\/(?:contract|engine)\//
/** Loaded by forms with schemas, however many. */
const SCHEMAS = /node_modules\/zod\//
const isShared = (id: string) => SHARED.test(id) && !LATER.test(id) && !ICONS.test(id) && !SCHEMAS.test(id)

const isFrame = (id: string) => FRAME.test(id) && !DRAFT.test(id) && !LATER.test(id)

/** By built file, the scripts already loaded when it runs: its imports and the entry's. */
const there = new Map<string, ReadonlySet<string>>()

/** Omits already loaded files from the preload lists of lazy parts, since each name adds size. */
function knownFiles(): Plugin {
  return {
    name: 'known-files',
    generateBundle(_options, bundle) {
      const walk = (name: string, seen: Set<string>): Set<string> => {
        const file = bundle[name]
        if (seen.has(name) || file?.type !== 'chunk') return seen
        seen.add(name)
        for (const imported of file.imports) walk(imported, seen)
        return seen
      }
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
      for (const { fileName } of chunks) {
        const files = new Set<string>()
        for (const name of [...first, fileName]) walk(name, files)
        there.set(fileName, files)
      }
    },
  }
}

/** Serves the client sign-in page in development too (vite.sign-in.config.ts). */
const signInPage = (): Plugin => ({
  name: 'sign-in-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/app\/[a-z]+\/sign-in\//.test(request.url ?? '')) request.url = '/sign-in.html'
      next()
    })
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractJson(), newWidgetJson(), knownFiles(), entries(), signInPage()],
  build: {
    target: 'es2024',
    manifest: true,
    // Keeps fonts as files: the content policy forbids data: fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostId }) => needed.filter((file) => !there.get(hostId)?.has(file)),
    },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Short names: every file lists its lazy files, a good part of the first script.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // Bundles what most pages share instead of many tiny files, which also compress worse.
        codeSplitting: {
          groups: [
            // Shared by the agency preview and the sign-in page; the client shell loads them itself.
            { name: 'client-texts', test: /locales\/en\/client\.json$/, priority: 4 },
            { name: 'shared', test: isShared, minShareCount: SHARED_BY, priority: 3 },
            { name: 'icons', test: ICONS, minShareCount: 10, priority: 2 },
            { name: 'nav-icons', test: NAV_ICONS, priority: 1 },
            { name: 'frame', test: isFrame, minShareCount: 12, priority: 1 },
            { name: 'base', test: BASE, priority: 2 },
            { name: 'shell', test: SHELL, priority: 0 },
            { name: 'pages', test: PAGES, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'draft', test: DRAFT, minShareCount: 2, priority: 0 },
            { name: 'conversations', test: CONVERSATIONS, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'lists', test: LISTS, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'choices', test: CHOICES, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'dialogs', test: DIALOGS, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
