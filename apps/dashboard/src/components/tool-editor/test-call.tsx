// Tests a tool: arguments and variables in, request and response out.
import { errorText } from '../../lib/errors.ts'
import { Badge, Button, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { exampleOf } from '@parlance/engine/tools/examples'
import type { Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { CodeBox } from '../inputs/copy-button.tsx'
import { type ToolCalls } from './calls.ts'
import classes from './tool-editor.module.css'
import { argumentProblems, askedOf, pretty, usedVariables, type Asked } from './tool-form.ts'

interface Props {
  tool: Tool
  /** The tool is complete enough to be called. */
  ready: boolean
  calls: ToolCalls
  onResult: (result: ToolCallResult | undefined) => void
}
type Values = Readonly<Record<string, string>>

/** Sends only values still asked for; empty ones count as missing. */
const given = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

/** Each tool's last values, to avoid retyping; lost on reload. */
const lastCalls = new Map<string, { readonly values: Values; readonly variables: Values }>()

function useTest({ tool, calls, onResult }: Props) {
  const [result, setResult] = useState<ToolCallResult>()
  const [failure, setFailure] = useState('')
  const [running, setRunning] = useState(false)
  const run = async (values: Values, variables: Values) => {
    setRunning(true)
    setFailure('')
    try {
      const got = await calls.test({ tool, arguments: values, variables })
      setResult(got)
      onResult(got)
    } catch (error) {
      setResult(undefined)
      setFailure(errorText(error))
    }
    setRunning(false)
  }
  return { result, failure, running, run }
}

export function TestCall(props: Props) {
  const { t } = useTranslation()
  const { ready } = props
  const { result, failure, running, asked, used, start, ...form } = useForm(props)
  return (
    <section className={classes.test} aria-label={t('tools.test.title')}>
      <Title order={3}>{t('tools.test.title')}</Title>
      <Text size="sm" c="dimmed">
        {t('tools.test.text')}
      </Text>
      {asked.map((entry) => (
        <Argument
          key={entry.name}
          {...entry}
          value={form.values[entry.name] ?? ''}
          error={form.problemOf(entry.name)}
          onChange={(value) => form.setValues({ ...form.values, [entry.name]: value })}
        />
      ))}
      {used.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={t('tools.test.variable', { name })}
          value={form.variables[name] ?? ''}
          maxLength={5000}
          onChange={(event) => form.setVariables({ ...form.variables, [name]: event.currentTarget.value })}
        />
      ))}
      <Group gap="sm">
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} stroke={1.5} />}
          loading={running}
          disabled={!ready}
          onClick={start}
        >
          {t('tools.test.run')}
        </Button>
        {!ready && (
          <Text size="xs" c="dimmed">
            {t('tools.test.notReady')}
          </Text>
        )}
      </Group>
      <div aria-live="polite">
        {failure && (
          <Text size="sm" c="red">
            {failure}
          </Text>
        )}
        {result && <Result result={result} />}
      </div>
    </section>
  )
}

/** Values, their problems, and the call. */
function useForm(props: Props) {
  const { t } = useTranslation()
  const { tool, calls } = props
  const [typed, setValues] = useState<Values>(lastCalls.get(tool.id)?.values ?? {})
  const [variables, setVariables] = useState<Values>(lastCalls.get(tool.id)?.variables ?? {})
  const [tried, setTried] = useState(false)
  const { result, failure, running, run } = useTest(props)
  const asked = askedOf(tool)
  const used = usedVariables(tool, calls.secrets)
  const names = asked.map(({ name }) => name)
  const examples = Object.fromEntries(asked.map(({ name, field }) => [name, exampleOf(field)]))
  // A cleared field stays empty.
  const values = { ...examples, ...typed }
  const problems = argumentProblems(tool, values)
  const start = () => {
    setTried(true)
    lastCalls.set(tool.id, { values, variables })
    if (Object.keys(problems).length === 0) void run(given(values, names), given(variables, used))
  }
  const problemOf = (name: string) => {
    const problem = tried || values[name] ? problems[name] : undefined
    if (problem === 'missing') return tried ? t('tools.test.missing') : undefined
    return problem && translateMessage(problem)
  }
  return { values, setValues, variables, setVariables, asked, used, problemOf, start, result, failure, running }
}

interface ArgumentProps extends Asked {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Argument({ name, field, required, value, error, onChange }: ArgumentProps) {
  const shared = {
    size: 'xs',
    label: name,
    description: field.description || undefined,
    withAsterisk: required,
    error,
  } as const
  const choices = field.type === 'boolean' ? ['true', 'false'] : field.type === 'array' ? [] : field.options
  if (choices.length > 0) {
    const data = [...new Set(choices)]
    return <Select {...shared} data={data} clearable value={value || null} onChange={(next) => onChange(next ?? '')} />
  }
  if (field.type === 'object' || field.type === 'array') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={8}
        placeholder={field.type === 'array' ? '[]' : '{}'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return <TextInput {...shared} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

function Result({ result }: { result: ToolCallResult }) {
  const { t } = useTranslation()
  const { ok, status, durationMs, request, response, error, errorMessage, variables } = result
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers)]
  const body = request.body === '' ? [] : ['', pretty(request.body)]
  const mapped = Object.entries(variables)
  return (
    <Stack gap="sm" mt="xs">
      <Group gap="xs">
        <Badge color={ok ? 'green' : 'red'}>{ok ? t('tools.test.ok') : t('tools.test.failed')}</Badge>
        <Text size="sm" c="dimmed">
          {status > 0
            ? t('tools.test.answered', { status, ms: Math.round(durationMs) })
            : t('tools.test.noAnswer', { ms: Math.round(durationMs) })}
        </Text>
      </Group>
      {error && (
        <Text size="sm" c="red">
          {translateMessage({ ...errorMessage, message: error })}
        </Text>
      )}
      {mapped.length > 0 && (
        <Shown title={t('tools.test.mapped')}>
          <dl className={classes.mapped}>
            {mapped.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </Shown>
      )}
      {response !== '' && (
        <Code title={t('tools.test.response')} copy={t('tools.test.copyResponse')} text={pretty(response)} />
      )}
      {request.url !== '' && (
        <Code title={t('tools.test.request')} copy={t('tools.test.copyRequest')} text={[...sent, ...body].join('\n')} />
      )}
    </Stack>
  )
}

function Shown({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={500} mb={4}>
        {title}
      </Text>
      {children}
    </div>
  )
}

const Code = ({ title, copy, text }: { title: string; copy: string; text: string }) => (
  <Shown title={title}>
    <div className={classes.code}>
      <CodeBox value={text} name={title} copyLabel={copy} />
    </div>
  </Shown>
)
