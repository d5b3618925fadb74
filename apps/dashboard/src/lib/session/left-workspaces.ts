// Workspaces that this tab itself left or deleted, which need no notice.
const left = new Set<string>()

export const leaveWorkspace = (uid: string): void => void left.add(uid)
export const hasLeftWorkspace = (uid: string): boolean => left.has(uid)
