// An organization: its people and the agency's settings for it.
import { Button, Group, Select, Stack, Switch, TagsInput, Tabs, Textarea, TextInput, Title } from '@mantine/core'
import { LANGUAGE_NAMES, LANGUAGES } from '@parlance/contract/accounts/languages'
import { DISABLED_MESSAGE_MAX, MAX_TAGS, type Org } from '@parlance/contract/orgs/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Editing, ReadOnlyProvider } from '../../components/feedback/read-only.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { PhotoUpload } from '../../components/inputs/upload/photo-upload.tsx'
import { DrawerFooter } from '../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { AgentChoice } from './agent-choice.tsx'
import { OrgBilling, type TransferDraft } from './org-billing.tsx'
import { OrgPeople } from './org-people.tsx'
import type { Recharge } from './org-recharge.tsx'
import { useIsOwnOrg } from './org-viewer.ts'
import { type Editing as EditedPerson, PersonDrawer } from './person-drawer.tsx'
import { TabChoice } from './tab-choice.tsx'
import { TabOrder } from './tab-order.tsx'

export default function OrgDrawer({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace, client: viewer } = useScope()
  const refused = useDeniedReason('editor')
  const [tab, setTab] = useSearchParam('orgTab')
  const org = useQuery(api.orgs.get.queryOptions({ input: { uid: workspace.uid, orgId }, retry: false }))
  const data = org.data?.data
  const [editing, edit] = useState<EditedPerson>()
  // Only what was edited is sent; the rest may have been changed by others meanwhile.
  const [edits, setEdits] = useState<Edits>({})
  const [transfer, setTransfer] = useState<TransferDraft>({ source: 'workspace', amount: '' })
  const isTransferTyped = transfer.amount !== ''
  const close = useGuardedClose(Object.keys(edits).length > 0 || isTransferTyped, onClose)
  // One drawer at a time: the organization returns after the person.
  if (data && editing) return <PersonDrawer org={data} editing={editing} onClose={() => edit(undefined)} />
  return (
    <SideDrawer title={data?.name ?? t('orgs.org')} size="lg" onClose={close}>
      {org.error && !data && <ErrorMessage text={errorText(org.error)} onRetry={() => void org.refetch()} />}
      {org.isPending && <RowSkeletons />}
      {data && (
        <Tabs value={tab || 'info'} onChange={(value) => setTab(value === 'info' ? undefined : (value ?? undefined))}>
          <Tabs.List mb="md">
            <Tabs.Tab value="info">{t('orgs.info')}</Tabs.Tab>
            <Tabs.Tab value="people">{t('orgs.people', { count: data.orgUsers.length })}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="info">
            {/* Client users who get here are admins. */}
            <ReadOnlyProvider why={viewer ? '' : refused} as="part">
              <OrgInfo
                org={data}
                edits={edits}
                onEdit={setEdits}
                transfer={transfer}
                onTransfer={(change) => setTransfer((before) => ({ ...before, ...change }))}
                onSaved={() => {
                  setEdits({})
                  if (isTransferTyped) close()
                  else onClose()
                }}
              />
            </ReadOnlyProvider>
          </Tabs.Panel>
          <Tabs.Panel value="people">
            <OrgPeople org={data} onEdit={edit} />
          </Tabs.Panel>
        </Tabs>
      )}
    </SideDrawer>
  )
}

type Draft = Pick<
  Org,
  | 'name'
  | 'widgetIDs'
  | 'preferredLanguage'
  | 'dashboardLayout'
  | 'defaultClientAccess'
  | 'defaultClientTabOrder'
  | 'predefinedTags'
  | 'disallowAnyTags'
  | 'disableHandoff'
> & {
  allowBilling?: boolean
  settings: Pick<
    Org['settings'],
    | 'continousSessionUI'
    | 'disableClientAccess'
    | 'disableClientAccessMessage'
    | 'disableHandoffMessages'
    | 'enableCannedResponses'
    | 'smartHandoff'
  >
}

type Edits = Partial<Omit<Draft, 'settings'>> & {
  settings?: Partial<Draft['settings']>
  recharge?: Partial<Recharge>
}

const draftOf = (org: Omit<Draft, 'settings'> & Pick<Org, 'settings'>): Draft => {
  const { name, widgetIDs, preferredLanguage, dashboardLayout, defaultClientAccess, defaultClientTabOrder } = org
  const { predefinedTags, disallowAnyTags, disableHandoff } = org
  const {
    continousSessionUI,
    disableClientAccess,
    disableClientAccessMessage,
    disableHandoffMessages,
    enableCannedResponses,
    smartHandoff,
  } = org.settings
  return {
    name,
    widgetIDs,
    preferredLanguage,
    dashboardLayout,
    defaultClientAccess,
    defaultClientTabOrder,
    predefinedTags,
    disallowAnyTags,
    disableHandoff,
    settings: {
      continousSessionUI,
      disableClientAccess,
      disableClientAccessMessage,
      disableHandoffMessages,
      enableCannedResponses,
      smartHandoff,
    },
  }
}

interface InfoProps {
  org: Org
  edits: Edits
  onEdit: (change: (before: Edits) => Edits) => void
  transfer: TransferDraft
  onTransfer: (change: Partial<TransferDraft>) => void
  onSaved: () => void
}

function OrgInfo({ org, edits, onEdit, transfer, onTransfer, onSaved }: InfoProps) {
  const { t } = useTranslation()
  const { api, workspace, client: viewer } = useScope()
  const isOwn = useIsOwnOrg()
  const client = useQueryClient()
  const stored = draftOf(org)
  const draft: Draft = { ...stored, ...edits, settings: { ...stored.settings, ...edits.settings } }
  const set = (change: Omit<Edits, 'settings'>) => onEdit((before) => ({ ...before, ...change }))
  const setting = (change: Partial<Draft['settings']>) =>
    onEdit((before) => ({ ...before, settings: { ...before.settings, ...change } }))
  const save = useMutation({
    mutationFn: ({ recharge, ...change }: Edits) =>
      api.orgs.update.call({
        uid: workspace.uid,
        orgId: org.ID,
        ...change,
        // Nothing is recharged without billing.
        ...(change.allowBilling !== false && recharge),
      }),
    onSuccess: async () => {
      await Promise.all([api.orgs.key(), api.agencies.key()].map((queryKey) => client.invalidateQueries({ queryKey })))
      notify.success(t('orgs.updated'))
      onSaved()
    },
    onError: (error) =>
      notify.error(t('orgs.updateFailed', { reason: errorText(error) || t('errors.unknownError') }), {
        autoClose: 3000,
      }),
  })
  const nameError = draft.name.trim() === '' && t('orgs.nameRequired')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (nameError) return
        save.mutate(edits)
      }}
    >
      <Stack gap="lg">
        <Logo org={org} />
        <TextInput
          label={t('orgs.name')}
          value={draft.name}
          error={nameError}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {isOwn ? (
          <SuggestedTags value={draft.predefinedTags} onChange={(predefinedTags) => set({ predefinedTags })} />
        ) : (
          <>
            {/* The client dashboard lists only agents that the organization already has. */}
            {!viewer && <AgentChoice value={draft.widgetIDs} onChange={(widgetIDs) => set({ widgetIDs })} />}
            <Group grow align="flex-start">
              <Select
                label={t('orgs.language')}
                data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
                value={draft.preferredLanguage}
                allowDeselect={false}
                onChange={(preferredLanguage) => preferredLanguage && set({ preferredLanguage })}
              />
              <Select
                label={t('orgs.layout')}
                data={(['vertical', 'horizontal'] as const).map((value) => ({
                  value,
                  label: t(`orgs.layouts.${value}`),
                }))}
                value={draft.dashboardLayout}
                allowDeselect={false}
                onChange={(dashboardLayout) => dashboardLayout && set({ dashboardLayout })}
              />
            </Group>
            <TabChoice
              label={t('orgs.defaultAccess')}
              value={draft.defaultClientAccess}
              onChange={(defaultClientAccess) => set({ defaultClientAccess })}
            />
            <TabOrder
              label={t('orgs.order')}
              access={draft.defaultClientAccess}
              order={draft.defaultClientTabOrder}
              onChange={(defaultClientTabOrder) => set({ defaultClientTabOrder })}
            />
            <Chats draft={draft} onChange={set} onSetting={setting} />
            <OrgBilling
              org={org}
              isAllowed={draft.allowBilling ?? org.allowBilling ?? false}
              onChange={(allowBilling) => set({ allowBilling })}
              recharge={edits.recharge}
              onRecharge={(change) => onEdit((before) => ({ ...before, recharge: { ...before.recharge, ...change } }))}
              transfer={transfer}
              onTransfer={onTransfer}
            />
            <Stack gap="sm">
              <Title order={3} size="h4">
                {t('orgs.access')}
              </Title>
              <Switch
                label={t('orgs.disableAccess')}
                description={t('orgs.disableAccessHint')}
                checked={draft.settings.disableClientAccess}
                onChange={(event) => setting({ disableClientAccess: event.currentTarget.checked })}
              />
              {draft.settings.disableClientAccess && (
                <Textarea
                  label={t('orgs.disabledMessage')}
                  placeholder={t('orgs.disabledDefault')}
                  autosize
                  minRows={2}
                  maxLength={DISABLED_MESSAGE_MAX}
                  value={draft.settings.disableClientAccessMessage}
                  onChange={(event) => setting({ disableClientAccessMessage: event.currentTarget.value })}
                />
              )}
            </Stack>
          </>
        )}
      </Stack>
      <Editing>
        <DrawerFooter>
          <Button type="submit" loading={save.isPending}>
            {t('orgs.saveAndClose')}
          </Button>
        </DrawerFooter>
      </Editing>
    </form>
  )
}

/** Saved at once; the button below saves the rest. */
function Logo({ org }: { org: Org }) {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const client = useQueryClient()
  const saved = () => {
    void client.invalidateQueries({ queryKey: api.orgs.key() })
    notify.success(t('orgs.updated'))
  }
  const remove = useMutation(
    api.orgs.removePhoto.mutationOptions({
      onSuccess: saved,
      onError: (error) =>
        notify.error(t('orgs.updateFailed', { reason: errorText(error) || t('errors.unknownError') }), {
          autoClose: 3000,
        }),
    }),
  )
  return (
    <PhotoUpload<{ data: Org }>
      label={t('orgs.logo')}
      value={org.squarePhotoURL}
      path={`/api/${region}/v2/workspaces/${workspace.uid}/orgs/${org.ID}/photo`}
      onSent={({ data }) => {
        saved()
        return data.squarePhotoURL
      }}
      onRemove={() => remove.mutate({ uid: workspace.uid, orgId: org.ID })}
    />
  )
}

interface ChatsProps {
  draft: Draft
  onChange: (change: Omit<Edits, 'settings'>) => void
  onSetting: (change: Partial<Draft['settings']>) => void
}

/** Permissions of its people in conversations. */
function Chats({ draft, onChange, onSetting }: ChatsProps) {
  const { t } = useTranslation()
  const { settings, predefinedTags, disallowAnyTags, disableHandoff } = draft
  return (
    <Stack gap="sm">
      <Title order={3} size="h4">
        {t('orgs.tab.convos')}
      </Title>
      <Switch
        label={t('orgs.chats.handoff')}
        description={t('orgs.chats.handoffHint')}
        checked={!disableHandoff}
        onChange={({ currentTarget }) => onChange({ disableHandoff: !currentTarget.checked })}
      />
      <Switch
        label={t('orgs.chats.smart')}
        description={t('orgs.chats.smartHint')}
        checked={settings.smartHandoff}
        onChange={({ currentTarget }) => onSetting({ smartHandoff: currentTarget.checked })}
      />
      <Switch
        label={t('orgs.chats.messages')}
        description={t('orgs.chats.messagesHint')}
        checked={!settings.disableHandoffMessages}
        onChange={({ currentTarget }) => onSetting({ disableHandoffMessages: !currentTarget.checked })}
      />
      <Switch
        label={t('orgs.chats.canned')}
        checked={settings.enableCannedResponses}
        onChange={({ currentTarget }) => onSetting({ enableCannedResponses: currentTarget.checked })}
      />
      <Switch
        label={t('orgs.chats.oneThread')}
        description={t('orgs.chats.oneThreadHint')}
        checked={settings.continousSessionUI}
        onChange={({ currentTarget }) => onSetting({ continousSessionUI: currentTarget.checked })}
      />
      <SuggestedTags value={predefinedTags} onChange={(tags) => onChange({ predefinedTags: tags })} />
      <Switch
        label={t('orgs.chats.onlyTags')}
        checked={disallowAnyTags}
        onChange={({ currentTarget }) => onChange({ disallowAnyTags: currentTarget.checked })}
      />
    </Stack>
  )
}

function SuggestedTags({ value, onChange }: { value: readonly string[]; onChange: (tags: string[]) => void }) {
  const { t } = useTranslation()
  return <TagsInput label={t('orgs.chats.tags')} value={[...value]} maxTags={MAX_TAGS} onChange={onChange} />
}
