// A new client in three answers: name, agents and first person. The rest has defaults and can be changed in the
// organization's drawer.
import { Button, Stack, TextInput } from '@mantine/core'
import { DEFAULT_ORG_NAME } from '@parlance/contract/orgs/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { DrawerFooter } from '../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { errorText } from '../../lib/errors.ts'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { AgentChoice } from './agent-choice.tsx'
import { personNameOf } from './person-name.ts'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface Props {
  /** Gets the organization when its first person could not be invited, to open it for a retry. */
  onClose: (unfinished?: string) => void
}

export function NewClientDrawer({ onClose }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [name, setName] = useState(DEFAULT_ORG_NAME)
  const [widgetIDs, setWidgetIDs] = useState<string[]>([])
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const isNamed = name !== '' && name !== DEFAULT_ORG_NAME
  const close = useGuardedClose(isNamed || email !== '' || widgetIDs.length > 0, () => onClose())
  const to = email.trim()
  const nameError = name.trim() === '' && t('orgs.nameRequired')
  const emailError = to !== '' && !ADDRESS.test(to) && t('orgs.emailInvalid')
  const create = useMutation({
    mutationFn: async () => {
      const { data } = await api.orgs.create.call({ uid: workspace.uid, name: name.trim(), widgetIDs })
      if (to === '') return { orgId: data.ID }
      const person = { name: personNameOf(to), email: to, widgetIDs }
      const refused = await api.orgs.addClient.call({ uid: workspace.uid, orgId: data.ID, ...person }).then(
        () => undefined,
        (error: unknown) => errorText(error),
      )
      return { orgId: data.ID, refused }
    },
    onSuccess: async ({ orgId, refused }) => {
      await Promise.all([api.orgs.key(), api.agencies.key()].map((queryKey) => client.invalidateQueries({ queryKey })))
      notify.success(to === '' || refused ? t('orgs.created') : t('orgs.createdAndInvited', { email: to }))
      if (refused) notify.error(refused)
      onClose(refused && orgId)
    },
    onError: (error) => notify.error(errorText(error)),
  })
  return (
    <SideDrawer title={t('orgs.new')} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!nameError && !emailError) create.mutate()
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            label={t('orgs.name')}
            value={name}
            error={isTried && nameError}
            onFocus={(event) => event.currentTarget.value === DEFAULT_ORG_NAME && event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <AgentChoice value={widgetIDs} onChange={setWidgetIDs} />
          <TextInput
            type="email"
            label={t('orgs.firstPerson')}
            description={t('orgs.inviteHint')}
            value={email}
            error={isTried && emailError}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Stack>
        <DrawerFooter note={t('orgs.restLater')}>
          <Button type="submit" loading={create.isPending}>
            {t('orgs.create')}
          </Button>
        </DrawerFooter>
      </form>
    </SideDrawer>
  )
}
