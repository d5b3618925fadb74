// A message's setup in words.
import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import { useTranslation } from 'react-i18next'
import { NO_SETUP, withVariable, type Setup } from './setup.ts'

export interface SetupWord {
  readonly key: string
  readonly text: string
  /** The setup without this part. */
  readonly without: (setup: Setup) => Setup
}
type Words = { readonly [K in 'nodeId' | 'variables' | 'channel']?: DebugOptions[K] | undefined }

export function useSetupWords(nameOf: (nodeId: string) => string) {
  const { t } = useTranslation()
  return ({ nodeId, variables = {}, channel }: Words): SetupWord[] => [
    ...(channel && channel !== 'web-chat'
      ? [
          {
            key: 'channel',
            text: t('debug.setup.on', { channel: t(`debug.channels.${channel}`) }),
            without: (setup: Setup) => ({ ...setup, channel: NO_SETUP.channel }),
          },
        ]
      : []),
    ...(nodeId === undefined
      ? []
      : [
          {
            key: 'node',
            text: t('debug.setup.startsAt', { name: nameOf(nodeId) }),
            without: (setup: Setup) => ({ ...setup, nodeId: undefined }),
          },
        ]),
    ...Object.entries(variables).map(([name, value]) => ({
      key: `variable/${name}`,
      text: value === null ? t('debug.setup.forgets', { name }) : t('debug.setup.sets', { name, value: String(value) }),
      without: (setup: Setup) => withVariable(setup, name, undefined),
    })),
  ]
}
