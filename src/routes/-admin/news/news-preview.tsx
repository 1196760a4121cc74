import { Plural, Trans } from '@lingui/react/macro'
import type { NewsAudienceChoice, NewsPreview } from '#contract/school-news.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AudienceTitle } from '#src/routes/-admin/audience-choice.tsx'
import { MessagePreview, PreviewFigure } from '#src/routes/-admin/message-preview.tsx'
import { RichText } from '#src/routes/-flow/rich-text/rich-text.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { NewsEntry } from '#src/ui/data/news-entry.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'

type CheckedNewsProps = Reach & { preview: NewsPreview; isImportant: boolean; isAdvertising: boolean }

type Reach = {
  audience: NewsAudienceChoice
  /** Null: now. */
  publishAt: string | null
  isPublished: boolean
}

/** What people will see of a news item, and how many they are. */
export function CheckedNews({ preview, isImportant, isAdvertising, ...reach }: CheckedNewsProps) {
  const dates = useDates()
  const now = new Date(useNow())
  const { title, contentHtml, recipients, message } = preview
  return (
    <>
      <div ref={takeFocus} tabIndex={-1} className="flex flex-col gap-xxs focus-visible:outline-none">
        <p>
          <Trans>Для кого: {<AudienceName audience={reach.audience} />}</Trans>
        </p>
        {recipients > 0 && <Recipients {...reach} recipients={recipients} />}
      </div>
      {recipients === 0 && isAdvertising && (
        <Notice tone="warning" title={<Trans>Уведомление никто не получит</Trans>}>
          <Trans>На рекламу никто из этих людей не согласился. В списке новостей её увидят все, для кого она.</Trans>
        </Notice>
      )}
      {recipients === 0 && !isAdvertising && (
        <Notice tone="warning" title={<Trans>Сейчас её никто не увидит</Trans>}>
          <Trans>
            Ни у кого из этих людей пока нет учётной записи. Новость увидят те, кто войдёт в личный кабинет позже.
          </Trans>
        </Notice>
      )}
      <PreviewFigure caption={<Trans>В списке новостей и в уведомлении</Trans>}>
        <ul>
          <NewsEntry
            heading="h3"
            title={title}
            preview={preview.preview}
            day={
              <>
                {dates.dayWithYear(dates.dayOf(reach.publishAt ?? now))}
                {isImportant && (
                  <Badge tone="info">
                    <Trans>Важно</Trans>
                  </Badge>
                )}
              </>
            }
          />
        </ul>
      </PreviewFigure>
      <PreviewFigure caption={<Trans>Вся новость</Trans>}>
        <div className="flex flex-col gap-base p-base wrap-anywhere">
          <h3 className="text-xl">{title}</h3>
          <RichText html={contentHtml} />
        </div>
      </PreviewFigure>
      {!reach.isPublished && (
        <MessagePreview
          caption={
            isImportant ? (
              <Trans>В письме, которое уйдёт сразу</Trans>
            ) : (
              <Trans>В письме: сразу или в сводке, как выбрал человек</Trans>
            )
          }
          {...message}
        />
      )}
    </>
  )
}

/** The form above was scrolled to its end; and a press of Enter must not publish what has not been looked at. */
function takeFocus(summary: HTMLElement | null) {
  summary?.focus()
}

function AudienceName({ audience: { kind, id = '' } }: { audience: NewsAudienceChoice }) {
  return kind === 'everyone' ? <Trans>все</Trans> : <AudienceTitle kind={kind} id={id} />
}

function Recipients({ recipients, publishAt, isPublished }: Reach & { recipients: number }) {
  if (isPublished)
    return (
      <p className="font-strong">
        <Plural
          value={recipients}
          one="Новый текст увидит # человек. Ещё раз уведомлять о новости не будем."
          few="Новый текст увидят # человека. Ещё раз уведомлять о новости не будем."
          many="Новый текст увидят # человек. Ещё раз уведомлять о новости не будем."
          other="Новый текст увидят # человека. Ещё раз уведомлять о новости не будем."
        />
      </p>
    )
  return (
    <>
      <p className="font-strong">
        <Plural
          value={recipients}
          one="Уведомление получит # человек."
          few="Уведомление получат # человека."
          many="Уведомление получат # человек."
          other="Уведомление получат # человека."
        />
      </p>
      {publishAt !== null && (
        <p className="text-ink-muted">
          <Trans>Столько их сейчас; к назначенному времени число может измениться.</Trans>
        </p>
      )}
    </>
  )
}
