import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { wordLocale } from '../../../components/content/locale.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { Changes } from '../versions/changes.tsx'
import { localChanges } from './draft-state.ts'
import { useDraft } from './draft.tsx'
import { fieldNames } from './field-names.ts'

/** Two people edited the agent: keeps everything until the user chooses. */
export default function ConflictDialog() {
  const { t, i18n } = useTranslation()
  const { state, resolve } = useDraft()
  const fields = fieldNames(Object.keys(localChanges(state))).map((name) => t(name))
  return (
    <Dialog
      opened={state.theirs !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('agents.draft.conflictTitle')}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{t('agents.draft.conflictText')}</Text>
        {fields.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('agents.draft.conflictFields', {
              fields: new Intl.ListFormat(wordLocale(i18n.language)).format(fields),
            })}
          </Text>
        )}
        {state.theirs && (
          <Changes
            from={state.theirs.draft}
            to={{ ...state.theirs.draft, ...localChanges(state) }}
            hint={t('agents.draft.conflictHint')}
            none={t('agents.draft.conflictSame')}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" title={t('agents.draft.takeTheirsHint')} onClick={() => void resolve('takeTheirs')}>
            {t('agents.draft.takeTheirs')}
          </Button>
          <Button title={t('agents.draft.keepMineHint')} data-autofocus onClick={() => void resolve('keepMine')}>
            {t('agents.draft.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
