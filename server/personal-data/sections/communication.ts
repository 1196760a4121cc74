import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isNotificationVisible } from '#server/access/notification-rights.ts'
import { openedItems, seenSections } from '#server/db/schema/learning.ts'
import { deliveries, notificationSettings, notifications } from '#server/db/schema/notifications.ts'
import { calendarFeeds, ticketFiles, ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { computed, isOwn, optional, type Section } from './section.ts'

const texts = z.record(z.string(), z.record(z.string(), z.string()))
const isNoNote = sql`${ticketMessages.kind} <> 'note'`

/** What the person has written, got and chosen. */
export const communicationSections = {
  notifications: {
    about: 'Notifications in the application that the person may read; “values” fill the text in each language.',
    tables: [notifications],
    fields: {
      at: notifications.at,
      category: notifications.category,
      kind: notifications.kind,
      studentId: notifications.studentId,
      values: computed(sql`${notifications.values}`, texts),
      path: notifications.path,
      readAt: notifications.readAt,
    },
    from: sql`${notifications}`,
    where: ({ userId, ...time }) => sql`${notifications.userId} = ${userId} and ${isNotificationVisible(userId, time)}`,
    orderBy: sql`${notifications.at}, ${notifications.id}`,
  },
  messages: {
    about:
      'Emails, SMS and push messages to the person of the last weeks, without their text. Of messages about a child only those about children for whom the person has all rights.',
    tables: [deliveries],
    fields: {
      queuedAt: deliveries.queuedAt,
      channel: deliveries.channel,
      target: deliveries.target,
      kind: deliveries.kind,
      category: deliveries.category,
      studentId: deliveries.studentId,
      language: deliveries.language,
      deliveredAt: deliveries.deliveredAt,
      failure: deliveries.failure,
    },
    from: sql`${deliveries}`,
    where: ({ own, represented }) => sql`${deliveries.userId} in ${own} and (${deliveries.studentId} is null
      or ${deliveries.studentId} in ${own} or ${deliveries.studentId} in ${represented})`,
    orderBy: sql`${deliveries.queuedAt}, ${deliveries.id}`,
  },
  notificationSettings: {
    about: 'What, when and where the person wants to be notified.',
    tables: [notificationSettings],
    fields: {
      channels: computed(sql`${notificationSettings.channels}`, z.record(z.string(), z.unknown())),
      childChannels: computed(sql`${notificationSettings.childChannels}`, z.record(z.string(), z.unknown())),
      frequency: notificationSettings.frequency,
      digestHour: notificationSettings.digestHour,
      quietFrom: notificationSettings.quietFrom,
      quietUntil: notificationSettings.quietUntil,
      timeZone: notificationSettings.timeZone,
      pausedUntil: notificationSettings.pausedUntil,
      pushDetails: notificationSettings.pushDetails,
    },
    from: sql`${notificationSettings}`,
    where: ({ own }) => sql`${notificationSettings.userId} in ${own}`,
    orderBy: sql`${notificationSettings.userId}`,
  },
  calendarFeeds: {
    about: 'Calendars to which the person has subscribed.',
    tables: [calendarFeeds],
    fields: {
      roleGroup: calendarFeeds.roleGroup,
      studentIds: calendarFeeds.studentIds,
      kinds: calendarFeeds.kinds,
      createdAt: calendarFeeds.createdAt,
      lastReadAt: calendarFeeds.lastReadAt,
    },
    from: sql`${calendarFeeds}`,
    where: ({ own }) => sql`${calendarFeeds.ownerId} in ${own}`,
    orderBy: sql`${calendarFeeds.createdAt}, ${calendarFeeds.id}`,
  },
  seenSections: {
    about: 'When the person last opened a section, by which the application knows what is new.',
    tables: [seenSections],
    fields: { section: seenSections.section, seenAt: seenSections.seenAt },
    from: sql`${seenSections}`,
    where: ({ own }) => sql`${seenSections.userId} in ${own}`,
    orderBy: sql`${seenSections.userId}, ${seenSections.section}`,
  },
  openedItems: {
    about: 'New marks and lessons that the person has opened one by one.',
    tables: [openedItems],
    fields: { section: openedItems.section, itemId: openedItems.itemId, seenAt: openedItems.seenAt },
    from: sql`${openedItems}`,
    where: ({ own }) => sql`${openedItems.userId} in ${own}`,
    orderBy: sql`${openedItems.seenAt}, ${openedItems.itemId}`,
  },
  tickets: {
    about: 'Messages of the person to the school with the first answer, as HTML.',
    tables: [tickets],
    fields: {
      number: tickets.number,
      topic: tickets.topic,
      state: tickets.state,
      studentId: tickets.studentId,
      createdAt: tickets.createdAt,
      contentHtml: tickets.contentHtml,
      answerHtml: tickets.answerHtml,
      answeredAt: tickets.answeredAt,
      readAt: tickets.readAt,
    },
    from: sql`${tickets}`,
    where: ({ own }) => sql`${tickets.authorId} in ${own}`,
    orderBy: sql`${tickets.createdAt}, ${tickets.id}`,
  },
  ticketMessages: {
    about: 'Further messages of these conversations, as HTML. Notes of the staff are not part of them.',
    tables: [ticketMessages],
    fields: {
      ticketNumber: tickets.number,
      kind: ticketMessages.kind,
      isOwn: isOwn(ticketMessages.authorId),
      createdAt: ticketMessages.createdAt,
      contentHtml: ticketMessages.contentHtml,
    },
    from: sql`${ticketMessages} join ${tickets} on ${tickets.id} = ${ticketMessages.ticketId}`,
    where: ({ own }) => sql`${tickets.authorId} in ${own} and ${isNoNote}`,
    orderBy: sql`${ticketMessages.createdAt}, ${ticketMessages.id}`,
  },
  ticketFiles: {
    about: 'Files of these conversations; those of the person are in the folder “files”.',
    tables: [ticketFiles],
    fields: {
      id: ticketFiles.id,
      ticketNumber: optional(tickets.number),
      isOwn: isOwn(ticketFiles.ownerId),
      name: ticketFiles.name,
      mediaType: ticketFiles.mediaType,
      size: ticketFiles.size,
      uploadedAt: ticketFiles.uploadedAt,
    },
    from: sql`${ticketFiles} left join ${tickets} on ${tickets.id} = ${ticketFiles.ticketId}
      left join ${ticketMessages} on ${ticketMessages.id} = ${ticketFiles.messageId}`,
    where: ({
      own,
    }) => sql`(${tickets.authorId} in ${own} or ${tickets.id} is null and ${ticketFiles.ownerId} in ${own})
      and coalesce(${isNoNote}, true)`,
    orderBy: sql`${ticketFiles.uploadedAt}, ${ticketFiles.id}`,
  },
} satisfies Record<string, Section>
