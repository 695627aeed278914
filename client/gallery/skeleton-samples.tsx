import { Skeleton } from '#ui/skeleton.tsx';

export function SkeletonSamples() {
  return (
    <>
      <Skeleton label="Loading the title …" shape="title" />
      <Skeleton label="Loading the text …" count={4} />
      <Skeleton label="Loading the picture …" shape="block" />
    </>
  );
}
