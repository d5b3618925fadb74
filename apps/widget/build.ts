// Builds the chat frame and the loader into dist/; with --watch it keeps doing so until stopped. With --renderer react it
// builds the frame alone, into dist-react/, drawn by React instead of Preact.
import { build, mergeConfig } from 'vite'
import { frame, loader } from './vite.config.ts'

const [, renderer] = /--renderer[ =](\w+)/.exec(process.argv.join(' ')) ?? []
const watch = process.argv.includes('--watch') ? { build: { watch: {} } } : {}
const configs = renderer === 'react' ? [frame('react')] : [frame(), loader]
for (const config of configs) await build({ configFile: false, ...mergeConfig(config, watch) })
