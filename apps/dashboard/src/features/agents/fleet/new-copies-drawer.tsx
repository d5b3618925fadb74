// Creates copies for organizations, or one by name.
import { Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { DrawerFooter } from '../../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

const SHOWN = 100
const AT_ONCE = 50

export default function NewCopiesDrawer({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [title, setTitle] = useState('')
  const orgs = useQuery(
    api.orgs.list.queryOptions({ input: { uid: workspace.uid, limit: SHOWN, ...(search && { search }) } }),
  )
  const offered = (orgs.data?.items ?? []).map(({ ID, name }) => ({ value: ID, label: name }))
  const known = [...chosen, ...offered.filter(({ value }) => !chosen.some((one) => one.value === value))]
  const create = useMutation(
    api.fleet.createCopies.mutationOptions({
      onSuccess: async ({ items }) => {
        await Promise.all([
          client.invalidateQueries({ queryKey: api.fleet.key() }),
          client.invalidateQueries({ queryKey: api.agents.key() }),
          client.invalidateQueries({ queryKey: api.orgs.key() }),
        ])
        notify.success(t('fleet.created', { count: items.length }))
        onClose()
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const name = title.trim()
  const copies = chosen.length > 0 ? chosen.map(({ value: orgId }) => ({ orgId })) : name ? [{ title: name }] : []
  return (
    <SideDrawer title={t('fleet.new')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (copies.length > 0) create.mutate({ agentId, copies })
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {t('fleet.newText')}
          </Text>
          <MultiSelect
            label={t('fleet.organizations')}
            description={t('fleet.organizationsHint')}
            data={known}
            value={chosen.map(({ value }) => value)}
            searchable
            clearable
            maxValues={AT_ONCE}
            searchValue={search}
            onSearchChange={setSearch}
            nothingFoundMessage={t('fleet.noOrganizations')}
            onChange={(ids) => setChosen(ids.flatMap((id) => known.find(({ value }) => value === id) ?? []))}
          />
          {chosen.length === 0 && (
            <TextInput
              label={t('fleet.name')}
              description={t('fleet.nameHint')}
              value={title}
              maxLength={200}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
        </Stack>
        <DrawerFooter>
          <Button type="submit" fullWidth disabled={copies.length === 0} loading={create.isPending}>
            {t('fleet.create', { count: Math.max(1, copies.length) })}
          </Button>
        </DrawerFooter>
      </form>
    </SideDrawer>
  )
}
