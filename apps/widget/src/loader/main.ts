// The script of the embed: finds its agents and, once the page is at rest, puts a launcher for each on it.
import { readConfigs, type EmbedConfig } from './config.ts'
import { fetchFrom } from './fetch-from.ts'
import type { LoadLauncher } from './widget.ts'
import { createWidgets } from './widgets.ts'

/** Where mount-launcher.ts is built to, on the server the script comes from. */
declare const LAUNCHER_PATH: string

const globals = window as unknown as Record<string | symbol, unknown>
/** Held by the first tag; those that follow add their widgets to it. */
const MARK = Symbol.for('parlance.widget')

/** Fetched before it is imported: a browser may never fetch again what it failed to import. */
const loadLauncher: LoadLauncher = async (origin) => {
  const url = origin + LAUNCHER_PATH
  await fetchFrom(url, 'text')
  return import(/* @vite-ignore */ url)
}
globals[MARK] ??= createWidgets(globals, loadLauncher)
const add = globals[MARK] as (configs: readonly EmbedConfig[]) => void
add(readConfigs(document, globals['VG_CONFIG']))
