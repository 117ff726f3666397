import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { answerNews } from '#db/commands/consents.ts';
import { newsNow } from '#db/queries/news.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { CONSENT_TEXTS } from '#domain/clients/consent-texts.ts';
import { NEWS_ANSWERS } from '#domain/clients/news.ts';
import type { NewsAnswer } from '#domain/clients/news.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';

/** Whether the client wants news and offers, asked once, while they are still here. */
export function NewsCard({ clientId }: { clientId: Uuid }) {
  const db = useDb();
  const news = useQuery((local) => newsNow(local, clientId), [clientId]);
  const [isLater, setLater] = useState(false);
  if (!news || isLater || Object.keys(news).length > 0) return null;
  const answer = async (said: NewsAnswer): Promise<void> => {
    if (said === 'later') return setLater(true);
    const written = await answerNews(db, clientId, said);
    if (!written.ok) return tellFailure(written.error, messageFor);
    tellOutcome({ ok: true, value: null }, 'Answer written down', messageFor);
  };
  return (
    <Card title="News and offers?">
      <p className="mb-3 text-muted">“{CONSENT_TEXTS.marketing.wording}”</p>
      <div className="flex flex-wrap gap-2">
        {NEWS_ANSWERS.map(({ value, label }) => (
          <Button
            key={value}
            {...(value === 'later' ? { variant: 'quiet' as const } : {})}
            onClick={() => void answer(value)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Card>
  );
}
