// A lazy code editor with line numbers, colours and indentation.
import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './code-editor.module.css'
import { useReadOnly } from '../../feedback/read-only.tsx'
import type { CodeEditorProps } from './code-editor-props.ts'

const CodeMirror = lazy(() => import('./code-mirror.tsx'))

export function CodeEditor({ label, description, error, height = 240, ...given }: CodeEditorProps) {
  const { t } = useTranslation()
  const looked = useReadOnly()
  const code = { ...given, readOnly: given.readOnly ?? looked }
  const id = useId()
  const hint = `${id}-hint`
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={classes.box} dir="ltr" data-error={Boolean(error) || undefined}>
        <Suspense fallback={<Skeleton height={height} radius={0} />}>
          <CodeMirror label={label} describedBy={hint} height={height} {...code} />
        </Suspense>
      </div>
      {!code.readOnly && (
        <Input.Description id={hint} mt={4}>
          {t('area.code.keys')}
        </Input.Description>
      )}
    </Input.Wrapper>
  )
}
