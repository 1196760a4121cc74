import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JoinObstacle } from '#contract/enumerations.ts'
import { loginReasonForm } from '#contract/forms.ts'
import { searchLength } from '#contract/limits.ts'
import type { JoinPreview } from '#contract/people/account-joins.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { fullName } from '#contract/people/names.ts'
import { joinPreviewQuery, usersQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { UserStatusBadge } from '#src/routes/-admin/user/user-labels.tsx'
import {
  BothSides,
  type Choice,
  Contacts,
  Counts,
  defaultChoice,
  JoinPreviewDetails,
} from '#src/routes/-flow/account/joins/join-preview-details.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { joinObstacleLabels } from './join-labels.ts'

type DialogProps = { user: UserCard; onClose: () => void }

/** Finds the other account of the person, shows what moves, and joins the two. */
export function JoinDialog({ user, onClose }: DialogProps) {
  const [otherId, setOtherId] = useState<string | null>(null)
  if (otherId === null) return <AccountSearch user={user} onChoose={setOtherId} onClose={onClose} />
  return <Joining user={user} otherId={otherId} onBack={() => setOtherId(null)} onClose={onClose} />
}

function AccountSearch({ user, onChoose, onClose }: DialogProps & { onChoose: (id: string) => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState(user.lastName || user.firstName)
  return (
    <Dialog
      title={<Trans>Объединить с другой учётной записью</Trans>}
      description={
        <Trans>
          Если {fullName(user)} входит под двумя учётными записями, найдите вторую. Сначала вы увидите, что изменится.
        </Trans>
      }
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Отменить</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-base">
        <Field label={t`Вторая учётная запись`}>
          <SearchInput
            value={search}
            onSearch={setSearch}
            clearLabel={t`Очистить поиск`}
            placeholder={t`Имя, почта или телефон`}
            maxLength={searchLength}
          />
        </Field>
        {search.trim() !== '' && <FoundAccounts search={search} ownId={user.id} onChoose={onChoose} />}
      </div>
    </Dialog>
  )
}

type FoundAccountsProps = { search: string; ownId: string; onChoose: (id: string) => void }

function FoundAccounts({ search, ownId, onChoose }: FoundAccountsProps) {
  const noOneFound = (
    <p role="status" className="text-ink-muted">
      <Trans>Больше никого не нашлось.</Trans>
    </p>
  )
  return (
    <InfiniteQueryBoundary query={usersQuery({ search })} skeleton={<SkeletonLine width="long" />} empty={noOneFound}>
      {({ items }) => {
        const others = items.filter(({ id }) => id !== ownId)
        if (others.length === 0) return noOneFound
        return (
          <List>
            {others.map((other) => (
              <ListItem
                key={other.id}
                title={fullName(other)}
                note={<Contacts of={other} />}
                end={
                  <Button size="small" onClick={() => onChoose(other.id)}>
                    <Trans>Выбрать</Trans>
                    <span className="sr-only"> {fullName(other)}</span>
                  </Button>
                }
              >
                <UserStatusBadge status={other.status} />
              </ListItem>
            ))}
          </List>
        )
      }}
    </InfiniteQueryBoundary>
  )
}

function Joining({ user, otherId, onBack, onClose }: DialogProps & { otherId: string; onBack: () => void }) {
  const { t } = useLingui()
  const preview = useQuery(joinPreviewQuery(user.id, otherId))
  const [changed, setChanged] = useState<Partial<Choice>>({})
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`join-${user.id}`),
  })
  const join = useMutation(callMutation('POST /v1/admin/user/{id}/join', { handlesError: true }))
  const shown = preview.data
  const canJoin = shown?.obstacle === null
  return (
    <FormDialog
      title={<Trans>Объединить учётные записи</Trans>}
      description={
        canJoin && (
          <Trans>
            Человек узнает об этом из писем и СМС на все адреса обеих учётных записей. Отменить можно в течение 30 дней.
          </Trans>
        )
      }
      submitLabel={canJoin && <Trans>Объединить</Trans>}
      mutation={join}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      form={form}
      onBack={onBack}
      onSubmit={({ reason }) => {
        const { kept, joined } = shown as JoinPreview
        const choice = { ...defaultChoice({ kept, joined }), ...changed }
        const body = { otherId, keptId: kept.id, ...choice, reason }
        return join.mutateAsync({ params: { id: user.id }, body })
      }}
      onClose={onClose}
    >
      <QueryState result={preview} skeleton={<SkeletonLine width="long" />}>
        {(data) =>
          data.obstacle === null ? (
            <JoinPreviewDetails
              accounts={data}
              choice={{ ...defaultChoice(data), ...changed }}
              onChange={(change) => setChanged({ ...changed, ...change })}
            />
          ) : (
            <Obstacle obstacle={data.obstacle} preview={data} />
          )
        }
      </QueryState>
      {canJoin && <ReasonField form={form} readOnly={join.isPending} />}
    </FormDialog>
  )
}

function Obstacle({ obstacle, preview }: { obstacle: JoinObstacle; preview: JoinPreview }) {
  const { i18n } = useLingui()
  return (
    <>
      <BothSides sides={preview} />
      <Notice tone="error" role="status" title={<Trans>Объединить нельзя</Trans>}>
        <p>{i18n._(joinObstacleLabels[obstacle])}</p>
        <Counts counts={preview.stays} />
      </Notice>
    </>
  )
}
