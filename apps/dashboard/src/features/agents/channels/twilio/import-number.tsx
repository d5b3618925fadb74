// Imports a number of a Twilio account.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { DialogForm } from '../../../../components/overlay/dialog.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { isFilledOut, NO_TWILIO_FIELDS, TwilioFields } from './twilio-fields.tsx'
import { useRefreshNumbers } from './use-refresh-numbers.ts'

export function ImportNumber({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshNumbers()
  const [fields, setFields] = useState(NO_TWILIO_FIELDS)
  const [fault, setFault] = useState('')
  const save = useMutation({
    mutationFn: () => api.numbers.import.call({ uid: workspace.uid, ...fields }),
    async onSuccess({ data }) {
      notify.success(t('channels.numbers.importedDone', { number: data.phoneNumber }))
      await refresh()
      onClose()
    },
    onError: (error: Error) => setFault(errorText(error)),
  })
  return (
    <DialogForm
      title={t('channels.numbers.import')}
      text={t('channels.numbers.importText')}
      submit={t('channels.numbers.importButton')}
      pending={save.isPending}
      onSubmit={() => {
        if (!isFilledOut(fields)) return setFault(t('channels.fillOut'))
        setFault('')
        save.mutate()
      }}
      onClose={onClose}
    >
      <TwilioFields
        value={fields}
        onChange={(next) => {
          setFault('')
          setFields(next)
        }}
        fault={fault}
      />
    </DialogForm>
  )
}
