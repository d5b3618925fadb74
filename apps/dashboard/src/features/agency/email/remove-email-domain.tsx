import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

interface Props {
  input: { domainId: string; userId: string }
  domain: string
  onRemoved: () => Promise<void>
}

export function RemoveEmailDomain({ input, domain, onRemoved }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [isOpen, { open, close }] = useDisclosure()
  const remove = useMutation(
    api.domains.removeEmailDomain.mutationOptions({
      onSuccess: async () => {
        close()
        await onRemoved()
        notify.success(t('agency.domains.deleted'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  return (
    <>
      <Button variant="subtle" color="red" onClick={open}>
        {t('agency.domains.delete')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('agency.domains.delete')}>
        <Stack gap="md">
          <Text size="sm">{t('agency.emailDomain.deleteBody', { domain })}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(input)}>
              {t('agency.domains.delete')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
