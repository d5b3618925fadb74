import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DashboardTexts } from './dashboard.ts'

const LOCALES = join(import.meta.dirname, '../locales')

export const localesOf = (): string[] => readdirSync(LOCALES)

export const readNamespaces = (language: string): string[] =>
  readdirSync(join(LOCALES, language)).map((file) => file.replace('.json', ''))

export const readNamespace = (language: string, namespace: string): object =>
  JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8')) as object

export const readTexts = (language: string): DashboardTexts =>
  Object.fromEntries(
    readNamespaces(language).map((namespace) => [namespace, readNamespace(language, namespace)]),
  ) as unknown as DashboardTexts
