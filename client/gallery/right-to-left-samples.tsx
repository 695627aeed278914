import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Column, Table } from '#ui/table.tsx';

const columns: readonly Column<{ name: string; total: number }>[] = [
  { heading: 'الاسم', cell: ({ name }) => name },
  { heading: 'المجموع', cell: ({ total }) => total, numeric: true },
];

export function RightToLeftSamples() {
  return (
    <div className="gallery-samples" dir="rtl" lang="ar">
      <Notice kind="error" title="لم يتم الحفظ" action={<Button variant="quiet">حاول مرة أخرى</Button>}>
        الخدمة لا تستجيب.
      </Notice>
      <div className="form">
        <Field name="name-rtl" label="الاسم" hint="كما في جواز السفر" error="الاسم مطلوب." />
        <Button>حفظ</Button>
      </div>
      <Table
        caption="الطلبات"
        columns={columns}
        rows={[
          { name: 'ليلى', total: 120 },
          { name: 'كريم', total: 75 },
        ]}
        keyOf={({ name }) => name}
      />
    </div>
  );
}
