// A new key, shown only once, with a sample call.
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import type { ApiKey } from '@parlance/contract/workspaces/keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { CodeBox } from '../../../../components/inputs/copy-button.tsx'
import { Dialog, DialogForm } from '../../../../components/overlay/dialog.tsx'
import { exampleOf } from './key-example.ts'
import { useRotate, type MadeKey } from './use-keys.ts'

export function KeyMade({ made: { data, key }, onClose }: { made: MadeKey; onClose: () => void }) {
  const { t } = useTranslation()
  const { region, workspace } = useScope()
  const given = { origin: location.origin, region, uid: workspace.uid, scopes: data.scopes }
  const example = exampleOf({ ...given, key })
  return (
    <Dialog
      size="lg"
      // A click outside must not lose a key that can't be shown again.
      closeOnClickOutside={false}
      onClose={onClose}
      title={t('keys.made.title', { name: data.name })}
    >
      <Stack gap="md">
        <AlertBox kind="warning">{t('keys.made.text')}</AlertBox>
        <CodeBox value={key} name={t('keys.made.key')} copyLabel={t('keys.made.copy')} />
        {example && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('keys.made.example')}
            </Text>
            <CodeBox
              value={example}
              display={exampleOf({ ...given, key: `pk_…${data.hint}` }) ?? ''}
              name={t('keys.made.exampleName')}
              copyLabel={t('keys.made.copyExample')}
            />
          </div>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('keys.made.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const GRACES = [
  ['d0', 0],
  ['d1', 1],
  ['d3', 3],
  ['d7', 7],
] as const

export function KeyRotation({
  of,
  onMade,
  onClose,
}: {
  of: ApiKey
  onMade: (made: MadeKey) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [days, setDays] = useState(1)
  const rotate = useRotate(of.id, onMade)
  return (
    <DialogForm
      title={t('keys.rotation.title', { name: of.name })}
      text={t('keys.rotation.text')}
      error={rotate.error}
      submit={t('keys.rotation.action')}
      pending={rotate.isPending}
      onSubmit={() => rotate.mutate(days)}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={t('keys.rotation.grace')}
        allowDeselect={false}
        data={GRACES.map(([name, value]) => ({ value: String(value), label: t(`keys.rotation.days.${name}`) }))}
        value={String(days)}
        onChange={(next) => setDays(Number(next ?? 0))}
      />
    </DialogForm>
  )
}
