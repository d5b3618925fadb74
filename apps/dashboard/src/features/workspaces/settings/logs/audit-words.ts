// Details of a log entry in words: fields, roles and scopes as the screens name them.
import type { AuditEntry } from '@parlance/contract/audit/schemas'
import { SCOPES, type Area, type Scope } from '@parlance/contract/lib/scopes'
import { ROLES, type Role } from '@parlance/contract/lib/roles'
import type { TFunction } from 'i18next'
import { i18n } from '../../../../i18n/i18n.ts'
import { listOf } from '../../../../components/content/locale.ts'

/** Calls with fields of an agent. */
const OF_AGENTS = /^(agents|clientAgents)\./

type Fact = AuditEntry['detail'][string]

/** A field's label on screen, or its own name. */
function fieldName(field: string, isOfAgent: boolean, t: TFunction): string {
  const [ofAgent, other] = [`area.fields.${field}`, `audit.fieldNames.${field}`]
  if (isOfAgent && i18n.exists(ofAgent)) return t(ofAgent as 'area.fields.title')
  return i18n.exists(other) ? t(other as 'audit.fieldNames.name') : field
}

/** A scope's name in the key dialog. */
export function scopeName(scope: Scope, t: TFunction): string {
  const [area, does] = scope.split(':') as [Area, 'read' | 'write']
  return t(does === 'read' ? 'keys.form.readOf' : 'keys.form.writeOf', { area: t(`keys.areas.${area}`) })
}

const isScope = (value: unknown): value is Scope => SCOPES.some((scope) => scope === value)
const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value)

function word(value: string | number | boolean, t: TFunction): string {
  if (isScope(value)) return scopeName(value, t)
  return isRole(value) ? t(`workspaces.roles.${value}`) : String(value)
}

const factText = (fact: Fact | undefined, t: TFunction): string | undefined =>
  fact === undefined ? undefined : Array.isArray(fact) ? listOf(fact.map((one) => word(one, t))) : word(fact, t)

/** Each label once: two fields may share one. */
function fieldsOf({ action, detail: { fields } }: AuditEntry, t: TFunction): string {
  const names = Array.isArray(fields) ? fields : [String(fields)]
  return listOf([...new Set(names.map((name) => fieldName(name, OF_AGENTS.test(action), t)))])
}

/** Further facts of an entry, most relevant first. */
export function factsOf(entry: AuditEntry, t: TFunction): string[] {
  const { before, after, count, fields, account, scopes } = entry.detail
  const [was, is] = [factText(before, t), factText(after, t)]
  const facts: string[] = []
  if (typeof account === 'string') facts.push(account)
  if (typeof count === 'number') facts.push(t('audit.times', { count }))
  if (was !== undefined && is !== undefined) {
    if (was !== is) facts.push(t('audit.change', { before: was, after: is }))
  } else if (was !== undefined) facts.push(t('audit.before', { before: was }))
  else if (is !== undefined) facts.push(is)
  if (scopes !== undefined && was === undefined) facts.push(factText(scopes, t) ?? '')
  if (fields !== undefined && was === undefined && is === undefined && scopes === undefined)
    facts.push(t('audit.fields', { fields: fieldsOf(entry, t) }))
  return facts
}
