import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type NewsAudience, newsAudiences } from '#contract/enumerations.ts'
import { newsForm } from '#contract/forms.ts'
import { newsLength } from '#contract/limits.ts'
import type { EditedNews, NewsPreview } from '#contract/school-news.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AudienceChoice } from '#src/routes/-admin/audience-choice.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { type SchemaForm, useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { RichTextEditor } from '#src/routes/-flow/rich-text/rich-text-editor.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select, TextInput } from '#src/ui/forms/inputs.tsx'
import { CheckedNews } from './news-preview.tsx'

type Name =
  | 'title'
  | 'text'
  | 'audience'
  | 'audienceId'
  | 'when'
  | 'publishAt'
  | 'important'
  | 'advertising'
  | 'version'
type Values = Record<Name, string>
type FormProps = { form: SchemaForm<Values>; isBusy: boolean }

/** A new news item, or changes of one; of a published one, title and text. What people will see is shown before it is sent. */
export function NewsForm({ news, onClose }: { news?: EditedNews; onClose: () => void }) {
  const { t } = useLingui()
  const dates = useDates()
  const [isLinking, setLinking] = useState(false)
  const form = useSchemaForm<Values>({
    schema: newsForm,
    defaultValues: valuesOf(news, dates),
    persistence: useFormPersistence(`news-${news?.id ?? 'new'}`),
    aliases: { contentHtml: 'text', audience: 'audienceId', 'audience.id': 'audienceId' },
  })
  // The editor reads its first text once.
  const [initialText] = useState(() => form.valueOf('text'))
  const publish = useMutation(callMutation('POST /v1/admin/news', { handlesError: true, idempotent: true }))
  const change = useMutation(callMutation('PATCH /v1/admin/news/{id}', { handlesError: true }))
  const isPublished = news?.state === 'published'
  const call = news ? change : publish
  const check = useMutation(callMutation('POST /v1/admin/news/preview', { handlesError: true }))
  const [checked, setChecked] = useState<{ values: Values; preview: NewsPreview } | null>(null)
  const mutation = checked ? call : check
  const isBusy = mutation.isPending

  const send = async (values: Values) => {
    const text = { title: values.title, contentHtml: values.text }
    const plan = {
      audience: audienceOf(values),
      isImportant: values.important === 'yes',
      ...(values.advertising !== (news?.isAdvertising ? 'yes' : '') && { isAdvertising: values.advertising === 'yes' }),
      publishAt: publishAtOf(values, dates),
    }
    if (news) {
      const body = { version: Number(values.version), ...text, ...(!isPublished && plan) }
      return change.mutateAsync({ params: { id: news.id }, body })
    }
    return publish.mutateAsync({ body: { ...text, ...plan } })
  }
  const checkThenSend = async (values: Values) => {
    if (checked === null) {
      const { title, text: contentHtml } = values
      const preview = await check.mutateAsync({
        body: {
          title,
          contentHtml,
          audience: audienceOf(values),
          ...(values.advertising === 'yes' && { isAdvertising: true }),
        },
      })
      setChecked({ values, preview })
      publish.reset()
      change.reset()
      return 'open'
    }
    try {
      return await send(values)
    } catch (error) {
      if (form.isShownByFields(error as Error)) setChecked(null)
      throw error
    }
  }
  const titleError = form.errorOf('title')
  const textError = form.errorOf('text')
  return (
    <FormDialog
      title={
        checked ? (
          <Trans>Проверьте новость</Trans>
        ) : news ? (
          <Trans>Изменить новость</Trans>
        ) : (
          <Trans>Написать новость</Trans>
        )
      }
      description={isPublished && !checked && <Trans>Новость опубликована: изменить можно заголовок и текст.</Trans>}
      submitLabel={
        !checked ? (
          <Trans>Предпросмотр</Trans>
        ) : news ? (
          <Trans>Сохранить</Trans>
        ) : form.valueOf('when') === 'later' ? (
          <Trans>Запланировать</Trans>
        ) : (
          <Trans>Опубликовать</Trans>
        )
      }
      mutation={mutation}
      failureTitle={t`Не получилось`}
      failure={mutation.error && !form.isShownByFields(mutation.error) && <NewsRefusal error={mutation.error} />}
      success={news ? 'newsChanged' : 'newsPublished'}
      form={form}
      onSubmit={(values) => (news && !form.hasChanges() ? 'unchanged' : checkThenSend(values))}
      onBack={checked ? () => setChecked(null) : undefined}
      onClose={onClose}
    >
      {checked && (
        <CheckedNews
          preview={checked.preview}
          audience={audienceOf(checked.values)}
          isImportant={checked.values.important === 'yes'}
          isAdvertising={checked.values.advertising === 'yes'}
          publishAt={isPublished ? news.publishAt : publishAtOf(checked.values, dates)}
          isPublished={isPublished}
        />
      )}
      {/* Not removed: the editor keeps its text and its history. */}
      <div hidden={checked !== null} className={checked ? undefined : 'flex flex-col gap-base'}>
        <Field
          label={t`Заголовок`}
          error={
            titleError &&
            (titleError === 'too-long' ? t`Не длиннее ${newsLength.title} символов.` : t`Напишите заголовок.`)
          }
        >
          <TextInput {...form.register('title')} autoFocus required autoComplete="off" readOnly={isBusy} />
        </Field>
        <RichTextEditor
          label={t`Текст`}
          hint={<Trans>Первые строки попадут в уведомление и письмо.</Trans>}
          error={
            textError && (textError === 'too-long' ? t`Текст слишком длинный. Сократите его.` : t`Напишите текст.`)
          }
          html={initialText}
          readOnly={isBusy}
          autofocus={false}
          isLinking={isLinking}
          onLinking={setLinking}
          onType={(html) => form.change('text', html)}
        />
        {!isPublished && (
          <>
            <AudienceFields form={form} isBusy={isBusy} />
            <TimeFields form={form} isBusy={isBusy} />
            <Checkbox
              checked={form.valueOf('important') === 'yes'}
              disabled={isBusy}
              hint={t`Письмо уйдёт сразу, не дожидаясь сводки. Для того, что не может ждать до завтра.`}
              onChange={({ target }) => form.change('important', target.checked ? 'yes' : '')}
            >
              <Trans>Важно</Trans>
            </Checkbox>
            <Checkbox
              checked={form.valueOf('advertising') === 'yes'}
              disabled={isBusy}
              hint={t`Курсы, скидки и мероприятия за плату. Уведомления получат только те, кто согласился на рекламу.`}
              onChange={({ target }) => form.change('advertising', target.checked ? 'yes' : '')}
            >
              <Trans>Реклама</Trans>
            </Checkbox>
          </>
        )}
      </div>
    </FormDialog>
  )
}

function AudienceFields({ form, isBusy }: FormProps) {
  const { t } = useLingui()
  const kind = form.valueOf('audience') as NewsAudience
  const labels: Record<NewsAudience, string> = {
    everyone: t`Все`,
    role: t`Люди одной роли`,
    territory: t`Площадка`,
    course: t`Курс`,
    group: t`Группа`,
  }
  return (
    <>
      <Field
        label={t`Для кого`}
        hint={kind === 'everyone' || kind === 'role' ? undefined : t`Ученики, их родители и преподаватели.`}
      >
        <Select
          {...form.register('audience')}
          disabled={isBusy}
          onChange={({ target }) => {
            form.change('audience', target.value)
            form.change('audienceId', '')
          }}
        >
          {newsAudiences.map((one) => (
            <option key={one} value={one}>
              {labels[one]}
            </option>
          ))}
        </Select>
      </Field>
      {kind !== 'everyone' && (
        <AudienceChoice
          kind={kind}
          label={kind === 'role' ? t`Кто именно` : labels[kind]}
          value={form.valueOf('audienceId')}
          isMissing={form.errorOf('audienceId') !== null}
          disabled={isBusy}
          onChange={(id) => form.change('audienceId', id)}
        />
      )}
    </>
  )
}

function TimeFields({ form, isBusy }: FormProps) {
  const { t } = useLingui()
  return (
    <>
      <Field label={t`Когда опубликовать`}>
        <Select {...form.register('when')} disabled={isBusy}>
          <option value="now">{t`Сразу`}</option>
          <option value="later">{t`В назначенное время`}</option>
        </Select>
      </Field>
      {form.valueOf('when') === 'later' && (
        <Field
          label={t`Время публикации`}
          hint={t`По времени школы.`}
          error={form.errorOf('publishAt') && t`Укажите день и время.`}
        >
          <TextInput {...form.register('publishAt')} type="datetime-local" readOnly={isBusy} />
        </Field>
      )}
    </>
  )
}

function audienceOf({ audience, audienceId }: Values) {
  const kind = newsAudiences.find((one) => one === audience) ?? 'everyone'
  return kind === 'everyone' ? { kind } : { kind, id: audienceId }
}

/** Null: now. */
function publishAtOf({ when, publishAt }: Values, dates: Dates): string | null {
  return when === 'later' ? dates.instantAt(publishAt) : null
}

function valuesOf(news: EditedNews | undefined, dates: Dates): Values {
  const empty = { title: '', text: '', audience: 'everyone', audienceId: '', when: 'now', publishAt: '' }
  if (!news) return { ...empty, important: '', advertising: '', version: '' }
  const { title, contentHtml: text, audience, publishAt, isImportant, isAdvertising, state, version } = news
  const minute = dates.minuteOf(publishAt)
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    title,
    text,
    audience: audience.kind,
    audienceId: audience.id ?? '',
    important: isImportant ? 'yes' : '',
    advertising: isAdvertising ? 'yes' : '',
    when: state === 'scheduled' ? 'later' : 'now',
    version: String(version),
    publishAt: `${dates.dayOf(publishAt)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
  }
}

/** What an administrator reads when another one was faster. */
function NewsRefusal({ error }: { error: Error }) {
  if (error instanceof ApiError && error.type === 'state-conflict')
    return (
      <Trans>
        Новость изменили или сняли, пока вы писали. Ничего не сохранено, ваш текст на месте: скопируйте его, закройте
        окно и посмотрите, что изменилось.
      </Trans>
    )
  return <ErrorMessage error={error} />
}
