// A tab's workspace in a region. Each tab keeps its own; new ones start with the last chosen.
import type { Region } from '@parlance/contract/lib/regions'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { useSyncExternalStore } from 'react'

const keyOf = (region: Region) => `parlance-workspace-${region}`
const chosen = new Map<Region, string>()
const listeners = new Set<() => void>()

/** The chosen uid; '' if none. */
export function chosenWorkspace(region: Region): string {
  const known = chosen.get(region)
  if (known !== undefined) return known
  const key = keyOf(region)
  const uid = sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? ''
  chosen.set(region, uid)
  return uid
}

export function chooseWorkspace(region: Region, uid: string): void {
  chosen.set(region, uid)
  sessionStorage.setItem(keyOf(region), uid)
  localStorage.setItem(keyOf(region), uid)
  for (const tell of listeners) tell()
}

/** Chooses the workspace that a link in a mail names, if the person belongs to it. */
export function chooseNamedWorkspace(
  region: Region,
  items: readonly Pick<WorkspaceSummary, 'uid'>[],
  uid: unknown,
): void {
  const named = items.find((one) => one.uid === uid)
  if (named) chooseWorkspace(region, named.uid)
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The same as reactive state. */
export const useChosenWorkspace = (region: Region): string =>
  useSyncExternalStore(subscribe, () => chosenWorkspace(region))

const shownKeyOf = (region: Region) => `parlance-shown-${region}`

/** The workspace that this tab showed last; '' if none. */
export const shownWorkspace = (region: Region): string => sessionStorage.getItem(shownKeyOf(region)) ?? ''
/** Lets a reload read the workspace's data at once. */
export const rememberShown = (region: Region, uid: string): void => sessionStorage.setItem(shownKeyOf(region), uid)

export type Listed = Pick<WorkspaceSummary, 'uid' | 'role' | 'showOnboarding' | 'joinedAt' | 'supportUntil'>
/**
 * The workspace to open: the chosen one, otherwise the user's own. If the own one has not finished its first steps and
 * others share theirs, the last joined one.
 */
export function workspaceToOpen<W extends Listed>(items: readonly W[], chosen: string): W | undefined {
  const own = items.find(({ role }) => role === 'owner')
  const isEmpty = items.every(({ role, showOnboarding }) => role !== 'owner' || showOnboarding)
  const shared = items
    .filter(({ role, supportUntil }) => role !== 'owner' && supportUntil === undefined)
    .toSorted((a, b) => (b.joinedAt ?? '').localeCompare(a.joinedAt ?? ''))
  return items.find(({ uid }) => uid === chosen) ?? (isEmpty ? shared[0] : undefined) ?? own ?? items[0]
}
