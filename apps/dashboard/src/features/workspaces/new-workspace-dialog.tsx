// A new workspace: name and region.
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { regionalApi } from '../../lib/api.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { statusQuery } from '../../lib/session/session.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { NAME_MAX } from './texts.ts'
import { DialogForm } from '../../components/overlay/dialog.tsx'

interface Props {
  /** Called when it is created; resolves when it is on screen. */
  onCreated: (made: { region: Region; uid: string; name: string }) => Promise<void>
  onClose: () => void
}

export function NewWorkspaceDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const { region: here } = useScope()
  const [draftName] = useState(() => `Personal ${randomId(5)}`)
  const form = useForm({
    initialValues: { workspaceName: draftName, region: here },
    validate: { workspaceName: (value) => (value.trim() ? null : t('workspaces.nameRequired')) },
  })
  const create = useMutation({
    mutationFn: async ({ workspaceName, region }: { workspaceName: string; region: Region }) => {
      const { data } = await regionalApi(region).workspaces.create.call({ workspaceName: workspaceName.trim() })
      await onCreated({ region, uid: data.uid, name: data.workspaceName })
    },
    onSuccess: onClose,
  })
  return (
    <DialogForm
      title={t('workspaces.new.title')}
      error={create.error}
      submit={t('workspaces.new.create')}
      pending={create.isPending}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={t('workspaces.name')}
        description={
          form.values.workspaceName.length < NAME_MAX
            ? t('workspaces.new.nameHint')
            : t('workspaces.nameFull', { max: NAME_MAX })
        }
        required
        data-autofocus
        maxLength={NAME_MAX}
        onFocus={(event) => event.currentTarget.value === draftName && event.currentTarget.select()}
        {...form.getInputProps('workspaceName')}
      />
      <RegionField {...form.getInputProps('region')} />
      <Text size="sm" c="dimmed">
        {t('workspaces.new.credits')}
      </Text>
    </DialogForm>
  )
}

/** Hidden when the installation has one region. */
function RegionField({ value, onChange }: { value?: string; onChange?: (value: string) => void }) {
  const { t } = useTranslation()
  const regions = useQuery(statusQuery).data?.regions ?? []
  if (regions.length < 2) return null
  return (
    <Radio.Group
      label={t('workspaces.region')}
      description={t('workspaces.new.regionHint')}
      value={value ?? ''}
      onChange={(next) => onChange?.(next)}
    >
      <Stack gap="xs" mt="xs">
        {regions.map((region) => (
          <Radio key={region} value={region} label={t(`shell.region.${region}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
