// Which of somebody's workspaces in a region this browser shows.
import { useLocalStorage } from '@mantine/hooks'
import type { Region } from '@parlance/core/kit/regions'

/** The uid that was chosen; '' before anything was. */
export function useChosenWorkspace(region: Region): readonly [string, (uid: string) => void] {
  const [uid, choose] = useLocalStorage({
    key: `parlance-workspace-${region}`,
    defaultValue: '',
    deserialize: (text) => text ?? '',
    serialize: (text) => text,
    getInitialValueInEffect: false,
  })
  return [uid, choose]
}
