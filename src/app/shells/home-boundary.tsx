import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { PageBoundary } from '#app/page-boundary.tsx';

/** A broken screen must not take what is around it along; its button leads to the start page. */
export function HomeBoundary({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return <PageBoundary onReset={() => void navigate('/')}>{children}</PageBoundary>;
}
