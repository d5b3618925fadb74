// Which workspaces this tab has left or deleted itself: it needs no telling that they are gone.
const left = new Set<string>()

export const leaveWorkspace = (uid: string): void => void left.add(uid)
export const hasLeftWorkspace = (uid: string): boolean => left.has(uid)
