// Imports an agent from a file: choose, review, name, create. Only the last step creates something.
import { Alert, Button, Progress, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconFileText } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { FileDrop } from '../../../components/inputs/upload/file-drop.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import classes from './exchange.module.css'
import { ImportReportView } from './import-report.tsx'
import { MAX_MB, type ImportState } from './import-state.ts'
import { useImport } from './use-import.ts'

export default function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SideDrawer title={t('agents.exchange.title')} onClose={onClose} size={560}>
      <Text size="sm" c="dimmed" mb="md">
        {t('agents.exchange.text')}
      </Text>
      <ImportForm />
    </SideDrawer>
  )
}

export function ImportForm() {
  const { t } = useTranslation()
  const { state, chosen, title, setTitle, check, make } = useImport()
  const busy = state.kind === 'checking' || state.kind === 'importing'
  const report = state.kind === 'ready' || state.kind === 'importing' ? state.report : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FileDrop
          choose={t(chosen ? 'agents.exchange.chooseOther' : 'agents.exchange.choose')}
          hint={t('agents.exchange.drop')}
          rules={t('agents.exchange.rules', { max: MAX_MB })}
          accept=".json,application/json"
          disabled={busy}
          onFiles={([file]) => file && check(file)}
        >
          {chosen && <Chosen {...chosen} />}
        </FileDrop>
        <Sending state={state} />
        {state.kind === 'failed' && (
          <Alert color="red" role="alert" title={t('agents.exchange.failed')} icon={<IconAlertTriangle stroke={1.5} />}>
            <Text size="sm" className={classes.sentence}>
              {state.sentence}
            </Text>
          </Alert>
        )}
        {report && (
          <>
            <TextInput
              label={t('agents.exchange.name')}
              required
              maxLength={200}
              value={title}
              error={title.trim() === '' && t('agents.drawer.nameRequired')}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <ImportReportView report={report} />
            <div className={classes.foot}>
              <Button type="submit" fullWidth disabled={title.trim() === ''} loading={state.kind === 'importing'}>
                {t('agents.exchange.import')}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </form>
  )
}

function Chosen({ name, bytes }: { name: string; bytes: number }) {
  const { t, i18n } = useTranslation()
  const kb = Math.ceil(bytes / 1000).toLocaleString(numberLocale(i18n.language))
  return (
    <div className={classes.file}>
      <IconFileText size={20} stroke={1.5} aria-hidden />
      <span className={classes.fileName}>{name}</span>
      <Text span size="xs" c="dimmed">
        {t('agents.exchange.size', { kb })}
      </Text>
    </div>
  )
}

/** The upload's progress; a percentage only when it takes a while. */
function Sending({ state }: { state: ImportState }) {
  const { t } = useTranslation()
  const sending = state.kind === 'checking' || state.kind === 'importing'
  const words = sending ? t(state.kind === 'checking' ? 'agents.exchange.checking' : 'agents.exchange.making') : ''
  return (
    <div>
      {sending && (
        <>
          <Text size="xs" c="dimmed" mb={4} aria-hidden>
            {words} · {t('agents.exchange.sent', { percent: state.percent })}
          </Text>
          <Progress.Root size="sm">
            <Progress.Section value={state.percent} animated={state.percent === 100} aria-label={words} />
          </Progress.Root>
        </>
      )}
      <output className="visually-hidden">{words}</output>
    </div>
  )
}
