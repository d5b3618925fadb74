// The embed script: finds its agents and mounts a launcher for each when the page is idle.
import { readConfigs, type EmbedConfig } from './config.ts'
import { fetchFrom } from './fetch-from.ts'
import type { LoadLauncher } from './widget.ts'
import { createWidgets } from './widgets.ts'

/** Path of the built mount-launcher.ts on the script's server. */
declare const LAUNCHER_PATH: string

const globals = window as unknown as Record<string | symbol, unknown>
/** Set by the first tag; later tags add their widgets to it. */
const MARK = Symbol.for('parlance.widget')

/** Fetched before the import: a browser may never retry a failed import. */
const loadLauncher: LoadLauncher = async (origin) => {
  const url = origin + LAUNCHER_PATH
  await fetchFrom(url, 'text')
  return import(/* @vite-ignore */ url)
}
globals[MARK] ??= createWidgets(globals, loadLauncher)
const add = globals[MARK] as (configs: readonly EmbedConfig[]) => void
add(readConfigs(document, globals['VG_CONFIG']))
