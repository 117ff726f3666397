/**
 * Who may do what: the one list that a person reviews, and that the tests beside it are made from.
 * A table, column, function, bucket, topic or action that is missing here fails the tests; so does
 * a line about something that does not exist.
 *
 * Kinds of rows, one letter each. Every kind stands for rows that the test has made:
 *   b  somebody else's, or nobody's in particular      s  a part of it is the practitioner's
 *   o  the practitioner's own                          e  meant for everybody
 *   m  made by whoever asks (a membership, a person in
 *      the team: their own)                            f  about the business's settings
 *   p  a client who prefers the practitioner
 *   c  clinical, about somebody else's client         d  clinical, about the practitioner's own
 *   k  kept by somebody else for themself, about the practitioner's own client (`m` = by oneself)
 *   v  a void of the practitioner's own sale           i  about stock below nothing
 * In a cell: A all rows of the business, X those of other businesses too, - none.
 *
 * `takes` says what one membership needs: a permission (for everything, `.own`, or `.ask` with a yes), `member` for any
 * active membership, `person` for anybody signed in, `owner`; `+` both, `|` either; `bo=` for these kinds only.
 *
 * Actions: select, insert, update, delete as usual; `claim:` and the like are single changes that
 * have a rule of their own (see CHANGES in attempts.ts).
 *
 *   anon  nobody signed in          prac  practitioner (own things)     frmr  removed manager
 *   strn  signed in, no membership  asst  assistant (looks on)          invt  invited, not accepted
 *   desk  front desk                susp  suspended manager             rivl  owner of another business
 */
export const TABLE_RIGHTS = `
table                   action    takes                                                         anon strn owner mngr desk prac asst susp frmr invt rivl serv
businesses              select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
businesses              update    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
booking_rules           select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
booking_rules           update    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
policy_texts            select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
policy_texts            insert    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
memberships             select    m=person b=staff                                              -    -    A     A    m    m    m    m    m    m    -    X
staff                   select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
staff                   insert    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
staff                   update    b=staff m=member                                              -    -    A     A    m    m    m    -    -    -    -    X
staff                   rename    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
staff                   portrait  member                                                        -    -    A     A    A    A    A    -    -    -    -    X
staff                   delete    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
staff_contacts          select    b=staff m=member                                              -    -    A     A    m    m    m    -    -    -    -    X
staff_contacts          insert    b=staff m=member                                              -    -    A     A    m    m    m    -    -    -    -    X
staff_contacts          update    b=staff m=member                                              -    -    A     A    m    m    m    -    -    -    -    X
commission_rules        select    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
commission_rules        insert    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
commission_rules        update    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
pay_runs                select    staff+transactions                                            -    -    A     A    -    -    -    -    -    -    -    X
pay_runs                insert    staff+transactions                                            -    -    A     A    -    -    -    -    -    -    -    X
pay_runs                update    staff+transactions                                            -    -    A     A    -    -    -    -    -    -    -    X
work_patterns           select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
work_patterns           insert    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
work_patterns           update    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
work_patterns           delete    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
date_exceptions         select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
date_exceptions         insert    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
date_exceptions         update    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
date_exceptions         delete    staff                                                         -    -    A     A    -    -    -    -    -    -    -    X
block_off_reasons       select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
block_off_reasons       insert    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
block_off_reasons       update    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
block_off_reasons       delete    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
time_off                select    b=appointments.view o=appointments.view.own                   -    -    A     A    A    o    A    -    -    -    -    X
time_off                insert    b=block o=block.ask                                           -    -    A     A    A    o    -    -    -    -    -    X
time_off                update    b=block o=block.ask                                           -    -    A     A    A    o    -    -    -    -    -    X
time_off                delete    b=block o=block.ask                                           -    -    A     A    A    o    -    -    -    -    -    X
time_off                approve   block                                                         -    -    A     A    A    -    -    -    -    -    -    X
time_off                hand_on   block+appointments.view                                       -    -    A     A    A    -    -    -    -    -    -    X
time_off                self_ok   block                                                         -    -    A     A    A    -    -    -    -    -    -    X
time_blocks             select    b=appointments.view o=appointments.view.own e=member          -    -    A     A    A    oe   A    -    -    -    -    X
time_blocks             insert    be=block o=block.own                                          -    -    A     A    A    o    -    -    -    -    -    X
time_blocks             update    be=block o=block.own                                          -    -    A     A    A    o    -    -    -    -    -    X
time_blocks             delete    be=block o=block.own                                          -    -    A     A    A    o    -    -    -    -    -    X
time_blocks             hand_on   block+appointments.view                                       -    -    A     A    A    -    -    -    -    -    -    X
tax_rates               select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
tax_rates               insert    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
tax_rates               update    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
message_templates       select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
message_templates       insert    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
message_templates       update    settings                                                      -    -    A     A    -    -    -    -    -    -    -    X
service_categories      select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
service_categories      insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
service_categories      update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
service_categories      delete    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
services                select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
services                insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
services                update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
services                delete    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
service_variants        select    prices                                                        -    -    A     A    A    A    A    -    -    -    -    X
service_variants        insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
service_variants        update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
service_variants        delete    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
recipes                 select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
recipes                 insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
recipes                 update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
bundles                 select    prices                                                        -    -    A     A    A    A    A    -    -    -    -    X
bundles                 insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
bundles                 update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
staff_service_overrides select    prices                                                        -    -    A     A    A    A    A    -    -    -    -    X
staff_service_overrides insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
staff_service_overrides update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
staff_service_overrides delete    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
add_on_groups           select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
add_on_groups           insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
add_on_groups           update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
add_on_groups           delete    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
add_ons                 select    prices                                                        -    -    A     A    A    A    A    -    -    -    -    X
add_ons                 insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
add_ons                 update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
add_ons                 delete    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
resource_pools          select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
resource_pools          insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
resource_pools          update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
resources               select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
resources               insert    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
resources               update    services                                                      -    -    A     A    -    -    -    -    -    -    -    X
forms                   select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
forms                   insert    forms                                                         -    -    A     A    A    -    -    -    -    -    -    X
forms                   update    forms                                                         -    -    A     A    A    -    -    -    -    -    -    X
form_versions           select    member                                                        -    -    A     A    A    A    A    -    -    -    -    X
form_versions           insert    forms                                                         -    -    A     A    A    -    -    -    -    -    -    X
form_versions           delete    forms                                                         -    -    A     A    A    -    -    -    -    -    -    X
form_submissions        select    b=forms o=forms.own                                           -    -    A     A    A    o    -    -    -    -    -    X
form_submissions        insert    b=forms o=forms.own                                           -    -    A     A    A    o    -    -    -    -    -    X
form_submissions        update    b=forms o=forms.own                                           -    -    A     A    A    o    -    -    -    -    -    X
form_requests           select    b=forms o=forms.own                                           -    -    A     A    A    o    -    -    -    -    -    X
form_requests           insert    b=forms o=forms.own                                           -    -    A     A    A    o    -    -    -    -    -    X
form_requests           update    b=forms o=forms.own                                           -    -    A     A    A    o    -    -    -    -    -    X
form_requests           delete    b=forms o=forms.own                                           -    -    A     A    A    o    -    -    -    -    -    X
clients                 select    b=clients.view+clients.contact op=clients.view.own+clients.contact.own m=clients.view.own+clients.contact.own - - A A A opm - - - - - X
clients                 insert    clients.edit.own                                              -    -    A     A    A    A    -    -    -    -    -    X
clients                 update    b=clients.edit opm=clients.edit.own                           -    -    A     A    A    opm  -    -    -    -    -    X
clients                 delete    bop=clients.edit m=clients.edit.own                           -    -    A     A    A    m    -    -    -    -    -    X
appointments            select    b=appointments.view+prices osm=appointments.view.own+prices   -    -    A     A    A    osm  A    -    -    -    -    X
appointments            insert    b=appointments.edit.own+clients.view o=appointments.edit.own+clients.view.own - - A A A o   -    -    -    -    -    X
appointments            update    b=appointments.edit osm=appointments.edit.own                 -    -    A     A    A    osm  -    -    -    -    -    X
appointments            delete    b=appointments.delete osm=appointments.delete.own             -    -    A     A    A    osm  -    -    -    -    -    X
appointments            rebook    appointments.edit.own+clients.view                            -    -    A     A    A    -    -    -    -    -    -    X
appointment_segments    select    b=appointments.view+prices os=appointments.view.own+prices    -    -    A     A    A    os   A    -    -    -    -    X
appointment_segments    insert    b=appointments.edit o=appointments.edit.own                   -    -    A     A    A    o    -    -    -    -    -    X
appointment_segments    update    bs=appointments.edit o=appointments.edit.own                  -    -    A     A    A    o    -    -    -    -    -    X
appointment_segments    delete    bs=appointments.edit o=appointments.edit.own                  -    -    A     A    A    o    -    -    -    -    -    X
appointment_segments    hand_on   appointments.edit                                             -    -    A     A    A    -    -    -    -    -    -    X
appointment_segments    join_in   appointments.edit                                             -    -    A     A    A    -    -    -    -    -    -    X
appointment_segments    carry     appointments.edit                                             -    -    A     A    A    -    -    -    -    -    -    X
client_notes            select    b=clients.view o=clients.view.own c=clients.view+clients.clinical d=clients.view.own+clients.clinical.own m=clients.view.own+clients.clinical.own k=owner - - A bocdm bo odm bo - - - - X
client_notes            insert    b=clients.edit o=clients.edit.own c=clients.edit+clients.clinical d=clients.edit.own+clients.clinical.own m=clients.edit.own+clients.clinical.own - - A A bo odm - - - - - X
client_notes            update    b=clients.edit o=clients.edit.own c=clients.edit+clients.clinical d=clients.edit.own+clients.clinical.own m=clients.edit.own+clients.clinical.own k=owner - - A bocdm bo odm - - - - - X
client_notes            delete    b=clients.edit o=clients.edit.own c=clients.edit+clients.clinical d=clients.edit.own+clients.clinical.own m=clients.edit.own+clients.clinical.own k=owner - - A bocdm bo odm - - - - - X
client_notes            to_secret clients.edit.own+clients.clinical.own                         -    -    A     A    -    A    -    -    -    -    -    X
client_notes            keep      owner                                                         -    -    A     -    -    -    -    -    -    -    -    X
consent_events          select    b=clients.view o=clients.view.own                             -    -    A     A    A    o    A    -    -    -    -    X
consent_events          insert    b=clients.edit o=clients.edit.own                             -    -    A     A    A    o    -    -    -    -    -    X
handed_texts            select    b=clients.view o=clients.view.own                             -    -    A     A    A    o    A    -    -    -    -    X
handed_texts            insert    b=clients.view o=clients.view.own                             -    -    A     A    A    o    A    -    -    -    -    X
patch_tests             select    b=clients.view o=clients.view.own                             -    -    A     A    A    o    A    -    -    -    -    X
patch_tests             insert    b=clients.edit o=clients.edit.own                             -    -    A     A    A    o    -    -    -    -    -    X
patch_tests             update    b=clients.edit o=clients.edit.own                             -    -    A     A    A    o    -    -    -    -    -    X
patch_tests             delete    b=clients.edit o=clients.edit.own                             -    -    A     A    A    o    -    -    -    -    -    X
client_photos           select    b=clients.view o=clients.view.own                             -    -    A     A    A    o    A    -    -    -    -    X
client_photos           insert    b=clients.edit o=clients.edit.own                             -    -    A     A    A    o    -    -    -    -    -    X
client_photos           update    b=clients.edit o=clients.edit.own                             -    -    A     A    A    o    -    -    -    -    -    X
client_photos           delete    b=clients.edit o=clients.edit.own                             -    -    A     A    A    o    -    -    -    -    -    X
attendees               select    b=appointments.view o=appointments.view.own                   -    -    A     A    A    o    A    -    -    -    -    X
attendees               insert    b=appointments.edit+clients.view o=appointments.edit.own+clients.view.own - - A A A o   -    -    -    -    -    X
attendees               update    b=appointments.edit o=appointments.edit.own                   -    -    A     A    A    o    -    -    -    -    -    X
attendees               rebook    appointments.edit.own+clients.view                            -    -    A     A    A    -    -    -    -    -    -    X
waitlist_entries        select    waitlist                                                      -    -    A     A    A    -    -    -    -    -    -    X
waitlist_entries        insert    b=waitlist+clients.view o=waitlist+clients.view.own           -    -    A     A    A    -    -    -    -    -    -    X
waitlist_entries        update    waitlist                                                      -    -    A     A    A    -    -    -    -    -    -    X
waitlist_entries        rebook    waitlist+clients.view                                         -    -    A     A    A    -    -    -    -    -    -    X
series                  select    b=appointments.view osm=appointments.view.own                 -    -    A     A    A    osm  A    -    -    -    -    X
series                  insert    appointments.edit.own                                         -    -    A     A    A    A    -    -    -    -    -    X
series                  update    b=appointments.edit osm=appointments.edit.own                 -    -    A     A    A    osm  -    -    -    -    -    X
series                  delete    b=appointments.delete osm=appointments.delete.own             -    -    A     A    A    osm  -    -    -    -    -    X
appointments            join_series appointments.edit                                           -    -    A     A    A    -    -    -    -    -    -    X
attention_items         select    m=member b=settings|appointments.edit f=settings i=settings|inventory -    -    A     A    mb   m    m    -    -    -    -    X
attention_items         update    m=member b=settings|appointments.edit f=settings i=settings|inventory -    -    A     A    mb   m    m    -    -    -    -    X
sales                   select    b=checkout|transactions o=checkout.own|transactions.own       -    -    A    A    A    o    -    -    -    -    -    X
sales                   insert    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
sale_lines              select    b=checkout|transactions o=checkout.own|transactions.own       -    -    A    A    A    o    -    -    -    -    -    X
sale_lines              insert    b=checkout o=checkout.own                                     -    -    A    A    A    o    -    -    -    -    -    X
tips                    select    b=checkout|transactions o=checkout.own|transactions.own       -    -    A    A    A    o    -    -    -    -    -    X
tips                    insert    b=checkout o=checkout.own                                     -    -    A    A    A    o    -    -    -    -    -    X
payments                select    b=checkout|transactions o=checkout.own|transactions.own       -    -    A    A    A    o    -    -    -    -    -    X
payments                insert    b=checkout o=checkout.own                                     -    -    A    A    A    o    -    -    -    -    -    X
refunds                 select    b=checkout|transactions ov=checkout.own|transactions.own      -    -    A    A    A    ov   -    -    -    -    -    X
dispute_entries         select    transactions|checkout.own                                     -    -    A    A    A    A    -    -    -    -    -    X
gift_cards              select    giftcards|checkout.own                                        -    -    A    A    A    A    -    -    -    -    -    X
gift_cards              insert    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
gift_cards              update    giftcards                                                     -    -    A    A    A    -    -    -    -    -    -    X
gift_activities         select    giftcards|checkout.own                                        -    -    A    A    A    A    -    -    -    -    -    X
gift_activities         insert    b=checkout.own e=giftcards                                    -    -    A    A    A    b    -    -    -    -    -    X
receipt_mails           select    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
receipt_mails           insert    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
packages                select    prices                                                        -    -    A    A    A    A    A    -    -    -    -    X
packages                insert    services                                                      -    -    A    A    -    -    -    -    -    -    -    X
packages                update    services                                                      -    -    A    A    -    -    -    -    -    -    -    X
package_holdings        select    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
package_holdings        insert    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
client_memberships      select    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
package_activities      select    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
package_activities      insert    checkout.own                                                  -    -    A    A    A    A    -    -    -    -    -    X
drawer_events           select    drawer                                                        -    -    A    A    A    -    -    -    -    -    -    X
drawer_events           insert    drawer                                                        -    -    A    A    A    -    -    -    -    -    -    X
day_closes              select    drawer                                                        -    -    A    A    A    -    -    -    -    -    -    X
day_closes              insert    drawer                                                        -    -    A    A    A    -    -    -    -    -    -    X
suppliers               select    inventory                                                     -    -    A    A    -    -    -    -    -    -    -    X
suppliers               insert    inventory                                                     -    -    A    A    -    -    -    -    -    -    -    X
suppliers               update    inventory                                                     -    -    A    A    -    -    -    -    -    -    -    X
products                select    member                                                        -    -    A    A    A    A    A    -    -    -    -    X
products                insert    inventory                                                     -    -    A    A    -    -    -    -    -    -    -    X
products                update    inventory                                                     -    -    A    A    -    -    -    -    -    -    -    X
product_costs           select    inventory.cost                                                -    -    A    A    -    -    -    -    -    -    -    X
product_costs           insert    inventory.cost                                                -    -    A    A    -    -    -    -    -    -    -    X
product_costs           update    inventory.cost                                                -    -    A    A    -    -    -    -    -    -    -    X
purchase_orders         select    inventory+inventory.cost                                      -    -    A    A    -    -    -    -    -    -    -    X
purchase_orders         insert    inventory+inventory.cost                                      -    -    A    A    -    -    -    -    -    -    -    X
purchase_orders         update    inventory+inventory.cost                                      -    -    A    A    -    -    -    -    -    -    -    X
stock_movements         select    member                                                        -    -    A    A    A    A    A    -    -    -    -    X
stock_movements         insert    b=inventory o=inventory|checkout.own                          -    -    A    A    o    o    -    -    -    -    -    X
stock_costs             select    inventory.cost                                                -    -    A    A    -    -    -    -    -    -    -    X
stock_costs             insert    inventory.cost                                                -    -    A    A    -    -    -    -    -    -    -    X
stock_costs             update    inventory.cost                                                -    -    A    A    -    -    -    -    -    -    -    X
refunds                 insert    bo=refund v=refund|checkout.own                               -    -    A    A    v    v    -    -    -    -    -    X
`;

/**
 * Columns. Every table begins with id and business_id, which are written once with a new row, and
 * rev, created_at, updated_at and created_by, which the server stamps. Of the others:
 * `free` = a client may write them, with a new row and later; `once` = only with a new row;
 * `server` = never. All columns of a row that somebody may see are seen, but for the contact columns
 * of clients, which need the permission clients.contact (CONTACT_COLUMNS).
 */
export const COLUMNS: Record<string, { free?: string; once?: string; server?: string }> = {
  businesses: {
    free: `name slug logo_path brand_colour email phone address country_code currency time_zone
      locale week_start time_format onboarding_state trade booking_enabled paused_message paused_until
      privacy_text retention_years discount_caps gift_card_years sells_gift_cards other_methods
      tax_before_discount imports_told_at takes_tips tip_choices_bp tip_base receipt_text tax_number`,
    server: 'retention_since',
  },
  booking_rules: {
    free: `slot_step_min min_notice_min window_days cancel_notice_min reschedule_notice_min
      allow_cancel allow_reschedule max_reschedules hold_min approval_mode pending_blocks_slot
      pending_expiry_min staff_choice assign_rule multi_service max_services max_gap_min
      share_buffers gap_mode gap_mode_returning
      audience allow_waitlist waitlist_mode waitlist_respond_min quiet_from_min quiet_to_min
      require_phone require_email max_per_day_per_staff max_open_per_client zone_mode group_max
      approve_after_no_shows fee_terms deposit_rule deposit_rules asks_card travel_before_min travel_after_min
      visit_postal_codes`,
  },
  policy_texts: { once: 'version body hash published_at' },
  memberships: {
    server: `user_id email role custom_permissions status invitation_expires_at
      ownership_offered_until muted_mails`,
  },
  staff: {
    free: `membership_id display_name title bio photo_path colour bookable online_visible works_at
      travel rank status employed_from employed_until`,
  },
  staff_contacts: { free: 'emergency_contact' },
  work_patterns: { free: 'staff_id valid_from weeks' },
  date_exceptions: { free: 'staff_id on_day kind ranges note' },
  block_off_reasons: {
    free: 'name icon colour default_min paid blocks_online active sort_key',
  },
  time_off: { free: 'staff_id starts_at ends_at reason_id note status' },
  time_blocks: {
    free: `staff_id starts_at ends_at all_day reason_id note blocks_online repeat_id repeat_rule
      repeat_detached`,
    server: 'outside_id',
  },
  message_templates: { free: 'key subject body sms_body enabled offset_min' },
  tax_rates: { free: 'name milli_percent inclusive sort_key active' },
  suppliers: { free: 'name contact_name email phone account_no lead_days note status' },
  products: {
    free: `name brand category sku barcode kind unit size_milli price_cents tax_rate_id supplier_id
      low_stock_milli reorder_qty status`,
  },
  product_costs: { free: 'cost_cents' },
  purchase_orders: { free: 'supplier_id state lines ordered_at note' },
  service_categories: { free: 'name image_path colour visible_online sort_key' },
  services: {
    free: `category_id name description image_path colour visibility audience location_types
      approval pending_blocks_slot staff_needed rebook_after_days patch_test_required patch_test_min_hours
      patch_test_valid_days patch_test_enforce prep_note resource_needs capacity tax_rate_id deposit_rule fee_terms no_commission sort_key status`,
  },
  service_variants: {
    free: `service_id name price_kind price_cents price_label duration_min processing_min
      finishing_min buffer_before_min buffer_after_min processing_bookable for_client deposit_rule
      sort_key status`,
  },
  recipes: { free: 'items' },
  bundles: {
    free: 'name description visibility variant_ids price_mode price_cents percent_bp sort_key status',
  },
  staff_service_overrides: { free: 'staff_id variant_id offered price_cents duration_min' },
  add_on_groups: { free: 'name service_ids min_count max_count sort_key' },
  add_ons: { free: 'group_id name price_cents extra_min sort_key status' },
  resource_pools: { free: 'name sort_key status' },
  resources: { free: 'pool_id name out_from out_until out_note sort_key status' },
  forms: {
    free: `name kind status fields public_key public_link_on wanted offset_min service_ids frequency every_months
      enforce countersign`,
  },
  form_versions: { once: 'form_id fields published_at', server: 'number hash' },
  form_submissions: {
    free: `form_id version_id client_id appointment_id supersedes answers version_hash content_hash state
      void_reason submitted_at reviewed_at countersignature countersigned_by countersigned_at`,
    server: 'flags filled_on countersign',
  },
  form_requests: {
    free: 'form_id client_id appointment_id channel asked_at',
    server: 'sent_at opened_at',
  },
  clients: {
    free: `first_name last_name preferred_name pronouns email phone phone_raw alt_phone
      alt_phone_raw emergency_contact birthday address more_addresses time_zone source client_since tags online_booking payment_rule preferred_staff_id alert_note note merged_into
      guardian_id guardian_receives status`,
    server: 'email_bounced_at',
  },
  appointments: {
    free: `client_id source location_type address time_zone starts_at ends_at status confirmation
      client_note staff_note policy_version reschedule_count cancel_by cancel_reason cancelled_at
      cancel_late fee_kind fee_cents fee_state ical_uid ical_sequence arrived_at started_at finished_at overlap_accepted
      capacity group_id series_id series_index series_detached`,
    server: `conflict client_moved_at client_moved_from fee_terms pending_blocks_slot deposit_due
      deposit_due_at`,
  },
  attendees: { free: 'seats state appointment_id client_id', server: 'conflict' },
  waitlist_entries: {
    free: `client_id items windows location_type address flexible_min note priority state
      appointment_id`,
    server: 'source expires_at fits_at offers',
  },
  series: { free: 'rule starts_on start_minute time_zone first_index state' },
  appointment_segments: {
    free: `appointment_id position variant_id service_name add_on_ids staff_id any_staff starts_at
      ends_at duration_min processing_min finishing_min buffer_before_min buffer_after_min
      travel_before_min travel_after_min processing_bookable price_kind price_cents
      resource_needs resource_ids resource_fixed`,
  },
  client_notes: {
    free: `client_id kind body pinned appointment_id status addendum_of
      author_only author_name noted_at`,
  },
  consent_events: {
    once: `client_id purpose channel state source text_version wording author_name at`,
  },
  handed_texts: { once: 'client_id appointment_id kind channel author_name at' },
  patch_tests: {
    free: `client_id service_id product batch performed_at author_name result expires_on`,
  },
  client_photos: {
    free: `client_id kind pair_id appointment_id taken_at consent media_type width height file_name
      bytes stored_at author_name`,
  },
  sales: {
    once: `device_id receipt_prefix receipt_no occurred_at client_id payer_id currency discount_reason
      subtotal_cents discount_cents tax_cents tip_cents total_cents`,
  },
  sale_lines: {
    once: `sale_id occurred_at position kind appointment_id variant_id product_id staff_id
      name qty unit_price_cents discount_cents order_discount_cents discount_reason tax_name
      tax_milli_percent tax_inclusive tax_before_discount tax_cents total_cents`,
  },
  tips: { once: 'sale_id occurred_at staff_id amount_cents' },
  stock_movements: {
    once: `product_id occurred_at kind qty_milli reason sale_id sale_line_id order_id
      undoes_id appointment_id`,
  },
  stock_costs: { free: 'cost_cents' },
  payments: {
    once: `sale_id appointment_id occurred_at method label state collects amount_cents
      tendered_cents`,
  },
  gift_cards: {
    free: 'expires_on',
    once: `code_hash code_last4 kind initial_cents purchaser_client_id recipient_name message
      deliver_on`,
  },
  gift_activities: {
    once: 'card_id occurred_at kind amount_cents sale_id lease_id reason',
    server: 'device_id held_cents held_until appointment_id',
  },
  receipt_mails: { once: 'sale_id asked_at' },
  packages: { free: 'name price_cents credits service_ids valid_days renews_months status' },
  package_holdings: {
    once: 'client_id package_id name price_cents credits service_ids expires_on',
  },
  client_memberships: {
    server: `client_id package_id name price_cents credits service_ids renews_months state cancel_at_end
      period_no paid_until anchor_on anchor_no card_brand card_last4 decline past_due_on tries
      next_try_at`,
  },
  package_activities: {
    once: 'holding_id occurred_at kind credits amount_cents sale_id sale_line_id',
  },
  drawer_events: { once: 'occurred_at kind amount_cents note' },
  day_closes: {
    once: `occurred_at on_day sales taken_cents back_cents tip_cents due_cents waiting_for note`,
  },
  commission_rules: { free: 'service_bp product_bp service_steps service_cents own_rates' },
  pay_runs: { once: 'occurred_at from_day to_day entries', free: 'paid_on paid_note' },
  refunds: {
    once: 'sale_id appointment_id occurred_at kind method amount_cents reason sale_line_id qty',
  },
  dispute_entries: {
    server:
      'dispute_id payment_id appointment_id occurred_at state amount_cents fee_cents answer_by',
  },
  attention_items: {
    free: 'state resolved_at',
    server: 'entity entity_id kind mine theirs mutation_name device_id',
  },
};

/** How clients are reached, and what whoever may not know it gets instead. */
export const CONTACT_COLUMNS = {
  email: null,
  phone: null,
  phone_raw: null,
  alt_phone: null,
  alt_phone_raw: null,
  emergency_contact: null,
  address: null,
  more_addresses: [],
};

/** Where prices, agreed sums and fees stand, and what whoever may not see them gets instead. */
export const MONEY_COLUMNS = {
  service_variants: { price_kind: 'hidden', price_cents: 0, price_label: null },
  staff_service_overrides: { price_cents: null },
  add_ons: { price_cents: 0 },
  bundles: { price_mode: 'hidden', price_cents: 0, percent_bp: null },
  appointments: { fee_cents: 0, fee_terms: null },
  appointment_segments: { price_kind: 'hidden', price_cents: 0 },
};

/**
 * What each function of the API answers each of them: `ok`, a code, or ! when they may not call it.
 * anon and everybody else get the same answers from the public ones.
 */
export const FUNCTION_RIGHTS = `
function             anon strn        owner       mngr        desk        prac        asst        susp        frmr        invt        rivl        serv
sync_pull            !    access_lost ok          ok          ok          ok          ok          access_lost access_lost access_lost access_lost !
sync_window          !    access_lost ok          ok          ok          ok          ok          access_lost access_lost access_lost access_lost !
sync_digest          !    access_lost ok          ok          ok          ok          ok          access_lost access_lost access_lost access_lost !
sync_push            !    access_lost ok          ok          ok          ok          ok          access_lost access_lost access_lost access_lost !
appointment_history  !    not_found   ok          ok          ok          ok          ok          not_found   not_found   not_found   not_found   !
appointment_messages !    not_found   ok          ok          ok          ok          ok          not_found   not_found   not_found   not_found   !
client_messages      !    not_found   ok          ok          ok          ok          ok          not_found   not_found   not_found   not_found   !
create_business      !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          not_allowed
invite_member        !    not_allowed ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
accept_invitation    !    not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed ok          not_allowed link_expired
set_member_role      !    not_allowed ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
set_member_status    !    not_allowed ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
mute_mails           !    not_allowed ok          ok          ok          ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed
withdraw_ownership   !    not_allowed not_found   not_found   not_found   not_found   not_found   not_allowed not_allowed not_allowed not_allowed not_allowed
remove_member        !    not_allowed ok          ok          not_allowed not_allowed ok          not_allowed not_allowed not_allowed not_allowed not_allowed
transfer_ownership   !    not_allowed ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
close_business       !    not_allowed ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
reopen_business      !    not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found
my_closed_businesses !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
business_end         !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
retention_preview    !    not_allowed ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
note_device          !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          not_allowed
my_devices           !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
forget_device        !    not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found
make_recovery_codes  !    not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found
my_recovery_codes    !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
use_recovery_code    !    session_expired session_expired session_expired session_expired session_expired session_expired session_expired session_expired session_expired session_expired session_expired
my_calendar_feed     !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
make_calendar_feed   !    not_found   ok          ok          ok          ok          ok          not_found   not_found   not_found   not_found   not_found
end_calendar_feed    !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
my_outside_calendars !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
my_pay               !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
add_outside_calendar !    not_found   ok          ok          ok          ok          ok          not_found   not_found   not_found   not_found   not_found
read_outside_calendar !   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found   not_found
remove_outside_calendar ! ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
calendar_feed        ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
device_state         ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
public_profile       ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
public_availability  ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
public_sessions      ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
hold_slot            ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
release_hold         ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
book                 ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
booking_status       ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
confirm_booking      ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
cancel_booking       ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
reschedule_booking   ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
join_waitlist        ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
waitlist_status      ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
leave_waitlist       ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
change_waitlist      already_closed already_closed already_closed already_closed already_closed already_closed already_closed already_closed already_closed already_closed already_closed already_closed
ask_client_code      ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
use_client_code      invalid invalid  invalid     invalid     invalid     invalid     invalid     invalid     invalid     invalid     invalid     invalid
answer_offer         offer_over offer_over offer_over offer_over offer_over offer_over offer_over offer_over offer_over offer_over offer_over offer_over
offer_viewed         ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
offer_time           !    not_allowed illegal_transition illegal_transition illegal_transition not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
withdraw_offer       !    not_allowed not_found   not_found   not_found   not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
public_form          ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
start_payment        nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due
start_gift_card      not_offered not_offered not_offered not_offered not_offered not_offered not_offered not_offered not_offered not_offered not_offered not_offered
payment_mode         !    ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
begin_payment_account !   not_allowed not_offered not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
fee_payment          !    not_allowed ok          ok          ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
charge_fee           !    not_allowed not_found   not_found   not_found   not_found   not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
ask_deposit          !    not_allowed not_offered not_offered not_offered not_offered not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
ask_sale_payment     !    not_allowed not_offered not_offered not_offered not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
sale_card            !    not_allowed ok          ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
charge_sale          !    not_allowed not_found   not_found   not_found   not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
online_payments      !    not_allowed ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
ask_refund           !    not_allowed not_found   not_found   not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
take_refund_back     !    not_allowed not_found   not_found   not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
pay_deposit          nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due nothing_due
billing_state        !    not_allowed ok          ok          ok          ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed
change_billing       !    not_allowed not_offered not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
begin_billing        !    not_allowed not_offered not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
note_billing         !    !           !           !           !           !           !           !           !           !           !           not_found
note_billing_checkout !   !           !           !           !           !           !           !           !           !           !           not_found
billing_due          !    !           !           !           !           !           !           !           !           !           !           ok
note_payment         !    !           !           !           !           !           !           !           !           !           !           not_found
note_payment_account !    !           !           !           !           !           !           !           !           !           !           not_found
note_payment_dispute !    !           !           !           !           !           !           !           !           !           !           not_found
note_mail_event      !    !           !           !           !           !           !           !           !           !           !           not_found
payment_of_op        !    !           !           !           !           !           !           !           !           !           !           not_found
take_payment_event   !    !           !           !           !           !           !           !           !           !           !           ok
payments_due         !    !           !           !           !           !           !           !           !           !           !           ok
provider_days_due    !    !           !           !           !           !           !           !           !           !           !           ok
note_provider_day    !    !           !           !           !           !           !           !           !           !           !           not_found
payouts_due          !    !           !           !           !           !           !           !           !           !           !           ok
note_payouts         !    !           !           !           !           !           !           !           !           !           !           not_found
note_payout_lines    !    !           !           !           !           !           !           !           !           !           !           not_found
payment_findings     !    not_allowed ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
payouts              !    not_allowed ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
payout_lines         !    not_allowed not_found   not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
offer_membership     !    not_allowed not_offered not_offered not_offered not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
membership_link      !    not_allowed ok          ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
change_membership    !    not_allowed illegal_transition illegal_transition illegal_transition not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
bill_status          not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
pay_bill             not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
membership_status    not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
start_membership_page not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
cancel_membership    not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
lease_gift_card      !    not_allowed gift_card_short gift_card_short gift_card_short gift_card_short not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
gift_card_delivery   !    not_allowed ok          ok          ok          ok          not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
send_gift_card       !    not_allowed invalid     invalid     invalid     invalid     not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed
gift_card_balance    not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
keep_gift_card       not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
form_opened          not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
submit_form          ok   ok          ok          ok          ok          ok          ok          ok          ok          ok          ok          ok
offer_form_file      stale stale stale stale stale stale stale stale stale stale stale stale
form_file_of_upload  !    !           !           !           !           !           !           !           !           !           !           not_found
unsubscribe          not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found not_found
`;

/**
 * Functions of the schema that the API does not show. Those that checks and policies need, and the
 * steps of sync_pull and sync_push, which run as the caller. Everything else there is closed.
 */
export const PRIVATE_FUNCTIONS = {
  /** Members (and the service role, for the same checks). */
  checks: `is_time_zone valid_ranges valid_weeks is_email is_address is_address_list
    is_emergency_contact is_list_of is_discount_caps is_names is_fee_rule is_fee_terms is_deposit_rule is_deposit_rules is_commission_steps is_commission_rates is_paid_rates is_service_fees is_message_key no_contacts is_set is_picture_path is_reserved_slug
    is_member has_permission my_businesses owned_businesses businesses_allowing businesses_with_own own_staff
    asking_staff my_staff
    own_clients businesses_with_contacts own_clients_with_contact businesses_with_clinical
    own_clients_with_clinical is_own_appointment is_client_of is_seated
    is_waiting_client is_waitlist_items is_waitlist_windows is_order_lines is_recipe is_pay_entries
    is_blank is_form_day is_form_number is_question is_form_check is_form_condition is_form_field
    is_form_fields is_file_count text_format is_text_bound is_signature broken_signature submission_of_file
    is_own_series is_in_series is_series_rule valid_resource_needs valid_travel may_listen is_there is_hidden foreign_contacts
    tells_too_much is_proven require_second_factor photo_id is_my_deleted_photo
    keeps_picture tax_of businesses_with_sales own_sales own_sales_seen
    no_money without_sums without_money begin_reading businesses_with_prices unseen_price`,
  /** Members only. */
  sync: `sync_head masked_clients page_end tombstones_between changed_keys known_tables sync_refusal
    month_of window_rows rows_between rows_named clients_between unseen_keys pack_tables insert_row update_row
    foreign_changes writable refuse_missing unbury derived_fields refuse merge_contested patch_row
    make_row put_row change_set delete_row apply_op raise_attention settle_pending begin_push
    logged_ids logged_mutation is_reused log_entry log_mutations end_push constraint_field refusal_of
    unreadable_field judge_mutation dead_keys push_rows readable is_mutation named_rows batch_refusal
    history_page messages_of absent_clients`,
  /** The backend's own timers. */
  service: `claim_mail finish_mail run_jobs trashed_files files_swept claim_outside_calendars
    finish_outside_calendar`,
};

/**
 * Storage: the buckets, and what may be done with the files in them. A bucket needs its lines here and
 * its policies in a migration. In `client-photos` kinds as above, of the photo's client; g = a file
 * without a row that the person who asks has deleted the row of, u = one that somebody else has. In
 * `form-files` kinds as above, of the submission that names the file.
 * In `pictures`, which everybody may open by address: t = of a person, v = of a service, c = of a
 * category, l = the logo; n = one in the folder of the team that no row names, w = of whoever asks.
 */
export const BUCKETS = ['client-photos', 'form-files', 'pictures'];
export const PUBLIC_BUCKETS = ['pictures'];
export const FILE_RIGHTS = `
bucket         action  anon strn owner mngr desk prac asst susp frmr invt rivl
client-photos  select  -    -    bog   bog  bog  og   bog  -    -    -    -
client-photos  insert  -    -    bo    bo   bo   o    -    -    -    -    -
client-photos  update  -    -    -     -    -    -    -    -    -    -    -
client-photos  delete  -    -    g     g    g    g    g    -    -    -    -
form-files     select  -    -    bo    bo   bo   o    -    -    -    -    -
form-files     insert  -    -    bo    bo   bo   o    -    -    -    -    -
form-files     update  -    -    -     -    -    -    -    -    -    -    -
form-files     delete  -    -    -     -    -    -    -    -    -    -    -
pictures       select  -    -    tvclnw tvclnw nw   nw   nw   -    -    -    -
pictures       insert  -    -    tvclw  tvclw w    w    w    -    -    -    -
pictures       update  -    -    -     -    -    -    -    -    -    -    -
pictures       delete  -    -    n     n    n    n    n    -    -    -    -
`;

/** Realtime. Nobody but the server sends; a topic that is not here is closed to everybody. */
export const TOPIC_RIGHTS = `
topic             action  anon strn owner mngr desk prac asst susp frmr invt rivl serv
business:<own>    listen  -    -    A     A    A    A    A    -    -    -    -    A
business:<own>    send    -    -    -     -    -    -    -    -    -    -    -    A
business:<other>  listen  -    -    -     -    -    -    -    -    -    -    A    A
business:<other>  send    -    -    -     -    -    -    -    -    -    -    -    A
business:nonsense listen  -    -    -     -    -    -    -    -    -    -    -    A
anything          listen  -    -    -     -    -    -    -    -    -    -    -    A
anything          send    -    -    -     -    -    -    -    -    -    -    -    A
`;
