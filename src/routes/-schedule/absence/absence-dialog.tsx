import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { absencePeriods, absenceReasons } from '#contract/enumerations.ts'
import { absenceForm } from '#contract/forms.ts'
import { absenceCommentLength, maxAbsenceDays } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { entryTimeText } from '#src/domain/date-range-text.ts'
import { entryTitleOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { separator } from '#src/i18n/labels.ts'
import { absenceReasonLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { type SchemaForm, useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select, TextArea, TextInput } from '#src/ui/forms/inputs.tsx'

type AbsenceDialogProps = {
  entry: ScheduleEntry
  /** Students of the lesson whose absence can be reported. */
  students: readonly string[]
  tags: ChildTags
  onClose: () => void
}

/** Reports that a student will miss a lesson, its day or several days. */
export function AbsenceDialog(props: AbsenceDialogProps) {
  return props.students.length === 0 ? <NotReportable {...props} /> : <AbsenceForm {...props} />
}

/** Opened by its address, or open while the lesson begins. */
function NotReportable({ entry, onClose }: AbsenceDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Сообщить об отсутствии</Trans>}
      description={entryTitleOf(entry)}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Вернуться к занятию</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Об этом занятии сообщить нельзя: оно уже началось или отменено, либо о нём уже сообщили. Если нужно, напишите
          в школу.
        </Trans>
      </p>
    </Dialog>
  )
}

function AbsenceForm({ entry, students, tags, onClose }: AbsenceDialogProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const day = dates.dayOf(entry.startsAt)
  const form = useSchemaForm({
    schema: absenceForm,
    defaultValues: {
      student: students[0] ?? '',
      period: 'lesson',
      startsOn: day,
      endsOn: day,
      reason: '',
      comment: '',
    },
    persistence: useFormPersistence(`absence-${entry.key}`),
    aliases: { studentUuid: 'student' },
  })
  const report = useMutation(callMutation('POST /v1/schedule/absence/create', { handlesError: true, idempotent: true }))
  const reason = form.valueOf('reason')
  const only = students.length === 1 && tags.get(students[0] ?? '')?.name
  const isBusy = report.isPending
  const commentErrors: Record<string, string> = {
    required: t`Напишите, почему.`,
    'too-long': t`Не длиннее ${absenceCommentLength} символов.`,
  }
  const commentError = form.errorOf('comment')
  return (
    <FormDialog
      title={<Trans>Сообщить об отсутствии</Trans>}
      description={[only, entryTitleOf(entry), entryTimeText(entry, dates, i18n.locale)]
        .filter(Boolean)
        .join(separator)}
      submitLabel={<Trans>Сообщить</Trans>}
      mutation={report}
      failureTitle={<Trans>Сообщить не получилось</Trans>}
      failure={report.error && !form.isShownByFields(report.error) && <Refusal error={report.error} />}
      success="absenceReported"
      form={form}
      onSubmit={async ({ student, comment, ...values }) => {
        const days = values.period === 'day' ? { startsOn: day, endsOn: day } : values
        const body = {
          studentUuid: student,
          reason: absenceReasons.find((one) => one === values.reason) ?? 'other',
          ...(comment.trim() && { comment }),
          ...(values.period === 'lesson'
            ? { lessonUuid: entry.key }
            : { startsOn: days.startsOn, endsOn: days.endsOn }),
        }
        await report.mutateAsync({ body })
      }}
      onClose={onClose}
    >
      {students.length > 1 && (
        <Field label={t`Кто не придёт`}>
          <Select {...form.register('student')} disabled={isBusy}>
            {students.map((uuid) => (
              <option key={uuid} value={uuid}>
                {tags.get(uuid)?.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <PeriodFields form={form} day={day} disabled={isBusy} />
      <Field label={t`Причина`} error={form.errorOf('reason') && t`Выберите причину.`}>
        <Select {...form.register('reason')} disabled={isBusy}>
          <option value="">{t`Выберите`}</option>
          {absenceReasons.map((one) => (
            <option key={one} value={one}>
              {i18n._(absenceReasonLabels[one])}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t`Комментарий`}
        mark={reason === 'other' ? undefined : t`необязательно`}
        hint={t`Его прочитает администрация. Преподаватель увидит только причину.`}
        error={commentError && (commentErrors[commentError] ?? t`Проверьте это поле.`)}
      >
        <TextArea {...form.register('comment')} rows={2} readOnly={isBusy} />
      </Field>
    </FormDialog>
  )
}

type Values = Record<'student' | 'period' | 'startsOn' | 'endsOn' | 'reason' | 'comment', string>

/** The lesson, its day, or several days. */
function PeriodFields({ form, day, disabled }: { form: SchemaForm<Values>; day: string; disabled: boolean }) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const [period, startsOn] = [form.valueOf('period'), form.valueOf('startsOn')]
  const periodLabels: Record<(typeof absencePeriods)[number], string> = {
    lesson: t`Только это занятие`,
    day: t`Весь день, ${dates.day(day)}`,
    days: t`Несколько дней`,
  }
  const errors: Record<string, string> = {
    required: t`Укажите день.`,
    'too-small': t`Этот день раньше, чем можно.`,
    'too-big': t`За один раз — не больше ${maxAbsenceDays} дней.`,
  }
  const errorOf = (name: 'startsOn' | 'endsOn') => {
    const code = form.errorOf(name)
    return code && (errors[code] ?? t`Проверьте это поле.`)
  }
  return (
    <>
      <Field label={t`На какое время`}>
        <Select {...form.register('period')} disabled={disabled}>
          {absencePeriods.map((one) => (
            <option key={one} value={one}>
              {periodLabels[one]}
            </option>
          ))}
        </Select>
      </Field>
      {period === 'days' && (
        <div className="grid grid-cols-2 gap-base">
          <Field label={t`С какого дня`} error={errorOf('startsOn')}>
            <TextInput {...form.register('startsOn')} type="date" min={today} readOnly={disabled} />
          </Field>
          <Field label={t`По какой день`} error={errorOf('endsOn')}>
            <TextInput
              {...form.register('endsOn')}
              type="date"
              min={startsOn || today}
              max={startsOn ? shiftDay(startsOn, maxAbsenceDays - 1, 'day') : undefined}
              readOnly={disabled}
            />
          </Field>
        </div>
      )}
    </>
  )
}

function Refusal({ error }: { error: Error }) {
  if (error instanceof ApiError && error.type === 'state-conflict')
    return <Trans>Об этом времени уже сообщили, или занятие уже началось. Проверьте дни: расписание обновлено.</Trans>
  return <ErrorMessage error={error} />
}
