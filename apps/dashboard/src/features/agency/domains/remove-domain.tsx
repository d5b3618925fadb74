// Cancel of a claim; Delete of a verified domain, which asks first.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DomainType } from '@parlance/contract/domains/schemas'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

interface Props {
  input: { domain: string; domainType: DomainType; userId: string }
  isVerified: boolean
  onRemoved: () => unknown
}

export function RemoveDomain({ input, isVerified, onRemoved }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [isOpen, { open, close }] = useDisclosure()
  const remove = useMutation(
    api.domains.remove.mutationOptions({
      onSuccess: async () => {
        close()
        await onRemoved()
        if (isVerified) notify.success(t('agency.domains.deleted'))
      },
      onError: () => notify.error(t('agency.domains.cancelFailed')),
    }),
  )
  return (
    <>
      <Button
        variant="subtle"
        color={isVerified ? 'red' : 'gray'}
        loading={remove.isPending}
        onClick={() => (isVerified ? open() : remove.mutate(input))}
      >
        {t(isVerified ? 'agency.domains.delete' : 'common.cancel')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('agency.domains.delete')}>
        <Stack gap="md">
          <Text size="sm">{t('agency.domains.deleteBody', { domain: input.domain })}</Text>
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
