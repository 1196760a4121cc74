import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Basket } from '#contract/enrolment/catalog.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { footerQuery } from '#src/api/content.ts'
import { contractTextQuery } from '#src/api/purchase.ts'
import { isPaidByCustomer } from '#src/domain/billing/contract-signing.ts'
import { ContractTextView } from '#src/routes/-flow/documents/contract-text.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type ContractDraftProps = { basket: Basket; child: string | undefined }

/** What the user agrees to: the whole text of the contract, also as PDF, and the public offer. */
export function ContractDraft({ basket: { groceryBasketUuid: id, student, plan }, child }: ContractDraftProps) {
  const { i18n } = useLingui()
  const isOwn = isPaidByCustomer(plan.instalments.map(({ kind, amount: left }) => ({ kind, left })))
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('GET /v1/catalog/basket/{id}/contract-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const { data: footer } = useQuery(footerQuery())
  const { data: text } = useQuery(optionalQuery(contractTextQuery(id, child)))
  return (
    <Card as="div" title={<Trans>Договор</Trans>} level={3}>
      <p className="max-w-text">
        {text?.needsSignature && !isOwn && (
          <Trans>
            Прочитайте до того, как согласиться: нажимая «Оформить договор», вы занимаете место. Следующим шагом вы
            подпишете договор кодом из сообщения.
          </Trans>
        )}
        {text?.needsSignature && isOwn && (
          <Trans>
            Прочитайте до того, как согласиться: нажимая «Оформить договор», вы занимаете место. Следующим шагом вы
            подпишете договор кодом из сообщения, и только потом начнутся платежи.
          </Trans>
        )}
        {!text?.needsSignature && (
          <Trans>
            Прочитайте до того, как согласиться: нажимая «Оформить договор», вы принимаете эти условия. Текст, время и
            адрес устройства сохраняются и больше не меняются.
          </Trans>
        )}{' '}
        {i18n.locale !== 'ru' && <Trans>Договор составлен на русском языке.</Trans>}
      </p>
      <div className="my-base border-y border-line-soft py-base">
        <QueryBoundary query={optionalQuery(contractTextQuery(id, child))} skeleton={<SkeletonBlock size="large" />}>
          {(text) => <ContractTextView text={text} />}
        </QueryBoundary>
      </div>
      <div className="flex flex-wrap items-center gap-x-base gap-y-xs">
        <Button
          icon={<Icon name="download" />}
          busy={ask.isPending}
          onClick={() => ask.mutate({ params: { id }, query: { studentUuid: student.uuid } })}
        >
          <Trans>Проект договора (PDF)</Trans>
        </Button>
        {footer?.offerUrl && (
          <TextLink href={footer.offerUrl} target="_blank" rel="noreferrer">
            <Trans>Публичная оферта</Trans>
          </TextLink>
        )}
      </div>
      <CallError error={ask.error}>
        <Trans>Не удалось подготовить договор.</Trans>
      </CallError>
    </Card>
  )
}
