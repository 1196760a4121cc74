import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type GroupScope, groupScopes, type Locale } from '#contract/enumerations.ts'
import type { InvitationPreview, InvitedPeople } from '#contract/people/account-control.ts'
import { type RoleGroup, roleGroups } from '#contract/roles.ts'
import { invitationPreviewQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { AudienceChoice } from './audience-choice.tsx'
import { MessagePreview } from './message-preview.tsx'
import { RoleGroupOptions } from './user/user-labels.tsx'

/** `scope` without `scopeId` is a choice that is not finished. */
type Choice = { group?: RoleGroup | undefined; scope?: GroupScope | undefined; scopeId: string }

/** Invites those of the chosen people who have not been invited yet; says before how many they are. */
export function InviteAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { search } = useScreenSearch('admin')
  const [choice, setChoice] = useState<Choice>({ group: search.filter?.group, scopeId: '' })
  const [isQueued, setQueued] = useState(false)
  const invite = useMutation(callMutation('POST /v1/admin/invitation/queue', { handlesError: true, idempotent: true }))
  const isChosen = choice.scope === undefined || choice.scopeId !== ''
  const people = peopleOf(choice)
  const preview = useQuery({ ...optionalQuery(invitationPreviewQuery(people)), enabled: isChosen })
  const found = isChosen ? (preview.data?.people ?? 0) : 0
  if (isQueued && invite.data) return <InvitationsQueued {...invite.data} onClose={onClose} />
  return (
    <FormDialog
      title={<Trans>Разослать приглашения</Trans>}
      description={
        <Trans>Ссылку получат те, у кого есть почта или телефон, нет пароля и кого ещё не приглашали.</Trans>
      }
      submitLabel={
        found > 0 ? (
          <Plural
            value={found}
            one="Пригласить # человека"
            few="Пригласить # человека"
            many="Пригласить # человек"
            other="Пригласить # человека"
          />
        ) : (
          <Trans>Пригласить</Trans>
        )
      }
      disabled={found === 0}
      mutation={invite}
      failureTitle={t`Не получилось`}
      onSubmit={() => invite.mutateAsync({ body: people })}
      onDone={() => setQueued(true)}
      onClose={onClose}
    >
      <PeopleFields choice={choice} disabled={invite.isPending} onChange={setChoice} />
      {isChosen && (
        <QueryState
          result={preview}
          skeleton={<PreviewSkeleton />}
          isEmpty={({ people }) => people === 0}
          empty={
            <Notice role="status" title={<Trans>Приглашать некого</Trans>}>
              <NoOneToInvite notWeaker={preview.data?.notWeaker ?? 0} />
            </Notice>
          }
        >
          {(shown) => <Preview preview={shown} />}
        </QueryState>
      )}
    </FormDialog>
  )
}

function peopleOf({ group, scope, scopeId }: Choice): InvitedPeople {
  return { ...(group && { group }), ...(scope && { within: { kind: scope, id: scopeId } }) }
}

type PeopleFieldsProps = { choice: Choice; disabled: boolean; onChange: (choice: Choice) => void }

function PeopleFields({ choice, disabled, onChange }: PeopleFieldsProps) {
  const { t } = useLingui()
  const { group, scope } = choice
  const scopeLabels: Record<GroupScope, string> = {
    territory: t`Одна площадка`,
    course: t`Один курс`,
    group: t`Одна группа`,
  }
  const placeLabels: Record<GroupScope, string> = { territory: t`Площадка`, course: t`Курс`, group: t`Группа` }
  return (
    <>
      <Field label={t`Роль`}>
        <Select
          value={group ?? ''}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...choice, group: roleGroups.find((one) => one === target.value) })}
        >
          <option value="">{t`Любая`}</option>
          <RoleGroupOptions />
        </Select>
      </Field>
      <Field
        label={t`Часть школы`}
        hint={scope && group === undefined ? t`Ученики, их родители и преподаватели.` : undefined}
      >
        <Select
          value={scope ?? ''}
          disabled={disabled}
          onChange={({ target }) =>
            onChange({ group, scope: groupScopes.find((one) => one === target.value), scopeId: '' })
          }
        >
          <option value="">{t`Вся школа`}</option>
          {groupScopes.map((one) => (
            <option key={one} value={one}>
              {scopeLabels[one]}
            </option>
          ))}
        </Select>
      </Field>
      {scope && (
        <AudienceChoice
          kind={scope}
          label={placeLabels[scope]}
          value={choice.scopeId}
          disabled={disabled}
          onChange={(scopeId) => onChange({ ...choice, scopeId })}
        />
      )}
    </>
  )
}

function NoOneToInvite({ notWeaker }: Pick<InvitationPreview, 'notWeaker'>) {
  if (notWeaker === 0)
    return <Trans>У всех, кого вы выбрали, есть пароль или приглашение — либо нет ни почты, ни телефона.</Trans>
  return (
    <>
      <p>
        <NotWeaker people={notWeaker} />
      </p>
      <p>
        <Trans>У остальных есть пароль или приглашение — либо нет ни почты, ни телефона.</Trans>
      </p>
    </>
  )
}

/** Those whom the administrator may not invite one by one either. */
function NotWeaker({ people }: { people: number }) {
  return (
    <Plural
      value={people}
      one="Не получит ссылку # человек: прав у него не меньше, чем у вас."
      few="Не получат ссылку # человека: прав у них не меньше, чем у вас."
      many="Не получат ссылку # человек: прав у них не меньше, чем у вас."
      other="Не получат ссылку # человека: прав у них не меньше, чем у вас."
    />
  )
}

function Preview({ preview: { people, notWeaker, bySms, messages } }: { preview: InvitationPreview }) {
  return (
    <>
      <div role="status">
        <p className="font-strong">
          <Plural
            value={people}
            one="Ссылку получит # человек"
            few="Ссылку получат # человека"
            many="Ссылку получат # человек"
            other="Ссылку получат # человека"
          />
        </p>
        {bySms > 0 && (
          <p className="text-ink-muted">
            <Plural
              value={bySms}
              one="Из них по СМС — # человек, почты у него нет."
              few="Из них по СМС — # человека, почты у них нет."
              many="Из них по СМС — # человек, почты у них нет."
              other="Из них по СМС — # человека, почты у них нет."
            />
          </p>
        )}
        {notWeaker > 0 && (
          <p className="text-ink-muted">
            <NotWeaker people={notWeaker} />
          </p>
        )}
      </div>
      {messages.map(({ language, people: readers, subject, text }) => (
        <MessagePreview
          key={language}
          language={language}
          caption={<MessageCaption language={messages.length > 1 ? language : null} readers={readers} />}
          {...(bySms < people && { subject })}
          text={text}
        />
      ))}
      <p className="text-sm text-ink-muted">
        <Trans>Вместо многоточия у каждого будет своя ссылка.</Trans>
      </p>
    </>
  )
}

/** Names the language where people get the message in different ones. */
function MessageCaption({ language, readers }: { language: Locale | null; readers: number }) {
  if (language === 'ru')
    return (
      <Plural
        value={readers}
        one="По-русски, # человеку"
        few="По-русски, # людям"
        many="По-русски, # людям"
        other="По-русски, # человека"
      />
    )
  if (language === 'en')
    return (
      <Plural
        value={readers}
        one="По-английски, # человеку"
        few="По-английски, # людям"
        many="По-английски, # людям"
        other="По-английски, # человека"
      />
    )
  return <Trans>Что они получат</Trans>
}

function PreviewSkeleton() {
  return (
    <div className="flex flex-col gap-xs">
      <SkeletonLine width="half" />
      <SkeletonLine width="long" />
      <SkeletonLine width="long" />
    </div>
  )
}

/** How many were invited: others may have been invited since the preview. */
function InvitationsQueued({ queued, onClose }: { queued: number; onClose: () => void }) {
  return (
    <Dialog
      title={<Trans>Приглашения в очереди</Trans>}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Готово</Trans>
        </Button>
      }
    >
      <div role="status" className="flex flex-col gap-xs">
        {queued === 0 ? (
          <p>
            <Trans>Приглашать оказалось некого: пока окно было открыто, всех уже пригласили.</Trans>
          </p>
        ) : (
          <>
            <p className="font-strong">
              <Plural
                value={queued}
                one="Приглашён # человек"
                few="Приглашены # человека"
                many="Приглашены # человек"
                other="Приглашены # человека"
              />
            </p>
            <p>
              <Trans>Ссылки уходят постепенно. Кому ушла, видно в карточке пользователя и в журнале.</Trans>
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
