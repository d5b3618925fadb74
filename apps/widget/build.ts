// Builds the chat frame and the loader into dist/; with --watch it keeps doing so until stopped.
import { build, mergeConfig } from 'vite'
import { frame, loader } from './vite.config.ts'

const watch = process.argv.includes('--watch') ? { build: { watch: {} } } : {}
for (const config of [frame, loader]) await build({ configFile: false, ...mergeConfig(config, watch) })
